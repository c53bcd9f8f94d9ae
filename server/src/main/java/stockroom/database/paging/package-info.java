@NullMarked
package stockroom.database.paging;

import org.jspecify.annotations.NullMarked;

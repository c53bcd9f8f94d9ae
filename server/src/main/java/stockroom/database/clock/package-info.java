@NullMarked
package stockroom.database.clock;

import org.jspecify.annotations.NullMarked;

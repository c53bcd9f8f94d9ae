@NullMarked
package stockroom.database;

import org.jspecify.annotations.NullMarked;

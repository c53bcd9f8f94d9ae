@NullMarked
package stockroom.testing.database;

import org.jspecify.annotations.NullMarked;

@NullMarked
package stockroom.testing.machine;

import org.jspecify.annotations.NullMarked;

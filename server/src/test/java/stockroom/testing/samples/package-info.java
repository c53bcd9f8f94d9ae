@NullMarked
package stockroom.testing.samples;

import org.jspecify.annotations.NullMarked;

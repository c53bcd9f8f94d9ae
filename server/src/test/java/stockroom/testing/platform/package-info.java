@NullMarked
package stockroom.testing.platform;

import org.jspecify.annotations.NullMarked;

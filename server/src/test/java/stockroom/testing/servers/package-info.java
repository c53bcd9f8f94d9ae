@NullMarked
package stockroom.testing.servers;

import org.jspecify.annotations.NullMarked;

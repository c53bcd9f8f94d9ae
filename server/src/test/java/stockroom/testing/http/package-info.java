@NullMarked
package stockroom.testing.http;

import org.jspecify.annotations.NullMarked;

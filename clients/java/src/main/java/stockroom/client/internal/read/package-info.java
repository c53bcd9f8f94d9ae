/// Internal: may change at any time.
@NullMarked
package stockroom.client.internal.read;

import org.jspecify.annotations.NullMarked;

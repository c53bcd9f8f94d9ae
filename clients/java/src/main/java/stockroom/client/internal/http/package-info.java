/// Internal: may change at any time.
@NullMarked
package stockroom.client.internal.http;

import org.jspecify.annotations.NullMarked;

/// Internal: may change at any time.
@NullMarked
package stockroom.client.internal.create;

import org.jspecify.annotations.NullMarked;

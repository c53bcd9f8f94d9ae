@NullMarked
package stockroom.client.internal;

import org.jspecify.annotations.NullMarked;

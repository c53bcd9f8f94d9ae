@NullMarked
package stockroom.client.internal.read;

import org.jspecify.annotations.NullMarked;

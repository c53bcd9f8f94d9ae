@NullMarked
package stockroom.client.internal.create;

import org.jspecify.annotations.NullMarked;

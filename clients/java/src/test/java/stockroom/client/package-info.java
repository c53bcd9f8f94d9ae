@NullMarked
package stockroom.client;

import org.jspecify.annotations.NullMarked;

@NullMarked
package stockroom.observability;

import org.jspecify.annotations.NullMarked;

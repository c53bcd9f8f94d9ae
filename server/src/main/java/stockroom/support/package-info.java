@NullMarked
package stockroom.support;

import org.jspecify.annotations.NullMarked;

@NullMarked
package stockroom.contract;

import org.jspecify.annotations.NullMarked;

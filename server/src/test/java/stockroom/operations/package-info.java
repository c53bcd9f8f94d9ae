@NullMarked
package stockroom.operations;

import org.jspecify.annotations.NullMarked;

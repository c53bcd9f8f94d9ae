@NullMarked
package stockroom.cli;

import org.jspecify.annotations.NullMarked;

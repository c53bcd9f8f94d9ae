@NullMarked
package stockroom.cli.transfer;

import org.jspecify.annotations.NullMarked;

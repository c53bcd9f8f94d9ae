@NullMarked
package stockroom.cli.generate;

import org.jspecify.annotations.NullMarked;

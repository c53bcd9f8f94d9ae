@NullMarked
package stockroom.cli.exporting;

import org.jspecify.annotations.NullMarked;

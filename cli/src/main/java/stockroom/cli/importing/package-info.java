@NullMarked
package stockroom.cli.importing;

import org.jspecify.annotations.NullMarked;

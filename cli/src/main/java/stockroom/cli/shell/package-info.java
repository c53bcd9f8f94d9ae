@NullMarked
package stockroom.cli.shell;

import org.jspecify.annotations.NullMarked;

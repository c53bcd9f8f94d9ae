@NullMarked
package stockroom.cli.show;

import org.jspecify.annotations.NullMarked;

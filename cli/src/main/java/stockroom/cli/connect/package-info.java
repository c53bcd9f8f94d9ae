@NullMarked
package stockroom.cli.connect;

import org.jspecify.annotations.NullMarked;

@NullMarked
package stockroom.cli.push;

import org.jspecify.annotations.NullMarked;

@NullMarked
package stockroom.cli.admin;

import org.jspecify.annotations.NullMarked;

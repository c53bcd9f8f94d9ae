@NullMarked
package stockroom.commands;

import org.jspecify.annotations.NullMarked;

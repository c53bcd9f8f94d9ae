@NullMarked
package example;

import org.jspecify.annotations.NullMarked;

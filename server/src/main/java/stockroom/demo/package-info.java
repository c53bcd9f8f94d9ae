@NullMarked
package stockroom.demo;

import org.jspecify.annotations.NullMarked;

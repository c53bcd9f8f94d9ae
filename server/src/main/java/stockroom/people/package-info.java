@NullMarked
package stockroom.people;

import org.jspecify.annotations.NullMarked;

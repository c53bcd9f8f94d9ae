@NullMarked
package stockroom.http.input;

import org.jspecify.annotations.NullMarked;

@NullMarked
package stockroom.http.bounds;

import org.jspecify.annotations.NullMarked;

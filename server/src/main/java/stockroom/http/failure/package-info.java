@NullMarked
package stockroom.http.failure;

import org.jspecify.annotations.NullMarked;

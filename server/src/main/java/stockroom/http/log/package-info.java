@NullMarked
package stockroom.http.log;

import org.jspecify.annotations.NullMarked;

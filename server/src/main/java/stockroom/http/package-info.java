@NullMarked
package stockroom.http;

import org.jspecify.annotations.NullMarked;

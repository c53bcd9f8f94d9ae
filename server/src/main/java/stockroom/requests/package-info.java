@NullMarked
package stockroom.requests;

import org.jspecify.annotations.NullMarked;

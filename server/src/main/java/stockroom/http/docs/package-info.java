@NullMarked
package stockroom.http.docs;

import org.jspecify.annotations.NullMarked;

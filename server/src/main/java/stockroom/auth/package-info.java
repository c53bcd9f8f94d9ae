@NullMarked
package stockroom.auth;

import org.jspecify.annotations.NullMarked;

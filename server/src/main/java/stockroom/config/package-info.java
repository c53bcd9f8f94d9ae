@NullMarked
package stockroom.config;

import org.jspecify.annotations.NullMarked;

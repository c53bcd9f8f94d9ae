@NullMarked
package stockroom.catalog;

import org.jspecify.annotations.NullMarked;

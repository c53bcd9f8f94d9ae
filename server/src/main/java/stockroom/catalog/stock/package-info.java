@NullMarked
package stockroom.catalog.stock;

import org.jspecify.annotations.NullMarked;

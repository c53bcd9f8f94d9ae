@NullMarked
package stockroom.catalog.products;

import org.jspecify.annotations.NullMarked;

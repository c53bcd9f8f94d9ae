@NullMarked
package stockroom.admin.products;

import org.jspecify.annotations.NullMarked;

@NullMarked
package stockroom.admin.merchants;

import org.jspecify.annotations.NullMarked;

@NullMarked
package stockroom.catalog.detail;

import org.jspecify.annotations.NullMarked;

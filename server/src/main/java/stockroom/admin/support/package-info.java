@NullMarked
package stockroom.admin.support;

import org.jspecify.annotations.NullMarked;

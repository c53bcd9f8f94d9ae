@NullMarked
package stockroom.audit;

import org.jspecify.annotations.NullMarked;

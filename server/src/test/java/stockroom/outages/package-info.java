@NullMarked
package stockroom.outages;

import org.jspecify.annotations.NullMarked;

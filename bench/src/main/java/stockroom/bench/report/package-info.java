@NullMarked
package stockroom.bench.report;

import org.jspecify.annotations.NullMarked;

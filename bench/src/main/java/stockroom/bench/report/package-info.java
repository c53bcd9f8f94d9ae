/// Results as figures, tables, plots and documents.
@NullMarked
package stockroom.bench.report;

import org.jspecify.annotations.NullMarked;

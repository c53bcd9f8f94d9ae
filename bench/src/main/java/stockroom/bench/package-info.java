/// Measures the distribution against bare PostgreSQL, and how it grows. See docs/performance.md.
@NullMarked
package stockroom.bench;

import org.jspecify.annotations.NullMarked;

@NullMarked
package stockroom.database.schema;

import org.jspecify.annotations.NullMarked;

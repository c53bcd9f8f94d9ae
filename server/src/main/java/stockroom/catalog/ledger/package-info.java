@NullMarked
package stockroom.catalog.ledger;

import org.jspecify.annotations.NullMarked;

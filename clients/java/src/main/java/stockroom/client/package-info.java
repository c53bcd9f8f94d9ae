/// The merchants' interface of Stockroom for Java programs: start with [stockroom.client.StockroomClient].
@NullMarked
package stockroom.client;

import org.jspecify.annotations.NullMarked;

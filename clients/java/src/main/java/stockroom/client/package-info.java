/// The merchant API of Stockroom for Java programs: start with [stockroom.client.StockroomClient].
@NullMarked
package stockroom.client;

import org.jspecify.annotations.NullMarked;

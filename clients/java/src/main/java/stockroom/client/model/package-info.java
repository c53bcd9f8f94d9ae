/// The products and stock in responses.
@NullMarked
package stockroom.client.model;

import org.jspecify.annotations.NullMarked;

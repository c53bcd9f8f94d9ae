/// The products and stock in the platform's answers.
@NullMarked
package stockroom.client.model;

import org.jspecify.annotations.NullMarked;

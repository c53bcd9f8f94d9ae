/// Products and stock as the platform answers them.
@NullMarked
package stockroom.client.model;

import org.jspecify.annotations.NullMarked;

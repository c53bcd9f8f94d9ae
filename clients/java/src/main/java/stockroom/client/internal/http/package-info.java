/// How the client works: not part of its interface, and free to change.
@NullMarked
package stockroom.client.internal.http;

import org.jspecify.annotations.NullMarked;

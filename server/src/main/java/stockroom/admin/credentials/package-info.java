@NullMarked
package stockroom.admin.credentials;

import org.jspecify.annotations.NullMarked;

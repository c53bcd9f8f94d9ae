@NullMarked
package stockroom.admin.people;

import org.jspecify.annotations.NullMarked;

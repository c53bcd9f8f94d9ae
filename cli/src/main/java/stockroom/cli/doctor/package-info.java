@NullMarked
package stockroom.cli.doctor;

import org.jspecify.annotations.NullMarked;

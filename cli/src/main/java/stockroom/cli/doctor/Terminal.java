package stockroom.cli.doctor;

import java.io.Console;
import org.jspecify.annotations.Nullable;

/// The terminal of the person who called, if there is one.
final class Terminal {
    private Terminal() {}

    // without a terminal there may be no console, whatever the checker says
    @SuppressWarnings("SystemConsoleNull")
    static @Nullable Console ofThisProcess() {
        var console = System.console();
        return console != null && console.isTerminal() ? console : null;
    }
}

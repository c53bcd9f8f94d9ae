package stockroom.cli.shell;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;

/// Keeps the terminal from showing what is typed. Java's own console works only if the output is a terminal, too,
/// unlike in `stockroom sign … > headers.txt`.
final class Echo implements AutoCloseable {
    private final Thread onInterrupt = new Thread(() -> set("echo"));

    private Echo() {}

    static Echo off() {
        var echo = new Echo();
        // after Ctrl-C at the prompt, the shell must echo again
        Runtime.getRuntime().addShutdownHook(echo.onInterrupt);
        if (!set("-echo")) {
            throw CommandFailure.usage("cannot ask without showing what is typed;"
                    + " set it in the environment, or give it on standard input");
        }
        return echo;
    }

    private static boolean set(String mode) {
        try {
            return new ProcessBuilder("stty", mode)
                            .redirectInput(Redirect.INHERIT)
                            .redirectError(Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        set("echo");
        Runtime.getRuntime().removeShutdownHook(onInterrupt);
    }
}

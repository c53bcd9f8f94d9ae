package stockroom.cli.shell;

import java.util.function.Supplier;

/// Prints a message if the command ends with Ctrl-C, until closed.
public final class OnInterrupt implements AutoCloseable {
    private final Thread hook;

    public OnInterrupt(Shell shell, Supplier<String> words) {
        this.hook = new Thread(() -> shell.err().println("\nstockroom: interrupted. " + words.get()));
        Runtime.getRuntime().addShutdownHook(hook);
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the message is being printed
        }
    }
}

package stockroom.cli.importing;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.shell.Shell;
import stockroom.cli.transfer.Format;

final class OutputOptions {
    private final Shell shell;

    @Option(names = "--output", paramLabel = "FILE", description = "The new file to write (default: standard output).")
    private @Nullable Path output;

    OutputOptions(Shell shell) {
        this.shell = shell;
    }

    Format format(Format otherwise) {
        return output == null ? otherwise : Format.of(output);
    }

    void write(String text) throws IOException {
        if (output == null) {
            shell.out().print(text);
            return;
        }
        try {
            Files.writeString(output, text, StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException e) {
            throw CommandFailure.usage(output + " exists already (expected: a new file)");
        }
    }
}

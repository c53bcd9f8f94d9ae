package stockroom.commands;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Parameters;
import stockroom.auth.SecretCipher;

@Command(name = "create-keyset", description = "Creates the key that encrypts application secrets.")
public final class CreateKeysetCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "The new file; only its owner can read it.")
    private Path file = Path.of("");

    @Override
    public Integer call() throws IOException {
        SecretCipher.createKeyset(file);
        return ExitCode.OK;
    }
}

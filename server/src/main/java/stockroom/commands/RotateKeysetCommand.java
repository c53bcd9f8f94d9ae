package stockroom.commands;

import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Parameters;
import stockroom.admin.credentials.KeysetRotation;
import stockroom.config.Settings;

@Command(
        name = "rotate-keyset",
        description = {
            "Replaces the key that encrypts secrets of applications and second factors while servers run.",
            "",
            "Without a step, runs all steps, for servers that share the file; docs/operating.md has the steps for "
                    + "servers with copies of the file."
        })
public final class RotateKeysetCommand implements Callable<Integer> {
    private final Supplier<Settings> settings;

    @Parameters(
            arity = "0..1",
            paramLabel = "STEP",
            defaultValue = "all",
            description = "The step: add, encrypt or remove.")
    private Step step = Step.ALL;

    private enum Step {
        ALL,
        ADD,
        ENCRYPT,
        REMOVE
    }

    public RotateKeysetCommand(Supplier<Settings> settings) {
        this.settings = settings;
    }

    @Override
    public Integer call() throws InterruptedException {
        var given = settings.get().requireAll();
        try (var database = new Databases(given.database()).open()) {
            var rotation = new KeysetRotation(
                    given.auth().keysetFile().orElseThrow(),
                    database,
                    given.http().requestTimeout(),
                    System.err::println);
            switch (step) {
                case ALL -> rotation.rotate();
                case ADD -> rotation.add();
                case ENCRYPT -> rotation.encrypt();
                case REMOVE -> rotation.remove();
            }
        }
        return ExitCode.OK;
    }
}

package stockroom.commands;

import java.time.Duration;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import stockroom.admin.operators.OperatorKeyStore;
import stockroom.admin.operators.Scope;
import stockroom.audit.Operator;
import stockroom.config.Settings;
import stockroom.config.SettingsException;

/// The first key must exist before others can be created through the API.
@Command(name = "create-operator-key", description = "Creates an operator key and prints it once.")
public final class CreateOperatorKeyCommand implements Runnable {
    private final Supplier<Settings> settings;

    @Parameters(
            index = "0",
            paramLabel = "NAME",
            description = "The name of the key's user, which the audit log shows.")
    private String name = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "SCOPE",
            defaultValue = "keys",
            description = "The scope: read, support, write or keys (default: ${DEFAULT-VALUE}).")
    private Scope scope = Scope.KEYS;

    @Parameters(
            index = "2",
            arity = "0..1",
            paramLabel = "DAYS",
            defaultValue = "365",
            description = "Days until the key expires (default: ${DEFAULT-VALUE}).")
    private int days;

    public CreateOperatorKeyCommand(Supplier<Settings> settings) {
        this.settings = settings;
    }

    @Override
    public void run() {
        name = name.strip();
        if (name.isEmpty() || name.length() > OperatorKeyStore.MAX_NAME) {
            throw new SettingsException(
                    "name: %s (expected: 1 to %d characters)".formatted(name, OperatorKeyStore.MAX_NAME));
        }
        if (days < 1 || days > OperatorKeyStore.MAX_DAYS) {
            throw new SettingsException(
                    "days: %s (expected: a whole number from 1 to %d)".formatted(days, OperatorKeyStore.MAX_DAYS));
        }
        var databases = new Databases(settings.get().database());
        databases.migrateIfServersDo();
        try (var database = databases.open()) {
            var created =
                    new OperatorKeyStore(database).create(Operator.onTheServer(), name, scope, Duration.ofDays(days));
            System.err.printf(
                    "Operator key %d (%s, %s), valid until %s. It is not shown again.%n",
                    created.about().keyId(),
                    name,
                    created.about().scope(),
                    created.about().expiresAt());
            System.out.println(created.key().reveal());
        }
    }
}

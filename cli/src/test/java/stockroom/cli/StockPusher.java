package stockroom.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import stockroom.config.Secret;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;

/// Pushes stock of a merchant from files in a folder.
record StockPusher(Path folder, TestMerchant merchant) {
    StockPusher(Path folder) {
        this(folder, Platform.shared().merchant());
    }

    StockPusher withWrongSecret() {
        return new StockPusher(folder, merchant.withSecret(new Secret("0123456789abcdef0123456789abcdef")));
    }

    StockPusher withToken(String token) {
        return new StockPusher(folder, merchant.withToken(new Secret(token)));
    }

    Path file(String... lines) throws IOException {
        return Files.write(folder.resolve("stock.csv"), List.of(lines));
    }

    String id() {
        return String.valueOf(merchant.id().value());
    }

    List<String> stock() {
        return OperatorCommands.shared()
                .run("export", "stock", id(), "--format", "csv")
                .out()
                .lines()
                .skip(1)
                .map(line -> line.substring(0, line.lastIndexOf(',')))
                .toList();
    }

    List<String> rejects() throws IOException {
        return Files.readAllLines(folder.resolve("stock.csv.rejects.csv"));
    }

    TestShell shell() {
        return new TestShell(folder)
                .with("STOCKROOM_CLI_SECRET", merchant.secret().reveal())
                .with("STOCKROOM_CLI_TOKEN", merchant.token().reveal());
    }

    List<String> arguments(Object file, String... more) {
        var arguments = new ArrayList<>(List.of("stock", "push", file.toString()));
        arguments.addAll(List.of(
                "--appid",
                String.valueOf(merchant.appid()),
                "--url",
                Platform.shared().baseUrl()));
        arguments.addAll(List.of(more));
        return arguments;
    }

    TestShell.Outcome push(Path file, String... more) {
        return shell().run(arguments(file, more).toArray(String[]::new));
    }
}

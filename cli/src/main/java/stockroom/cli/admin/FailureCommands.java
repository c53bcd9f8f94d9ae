package stockroom.cli.admin;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import stockroom.cli.connect.AdminOptions;
import stockroom.cli.connect.ListOptions;
import stockroom.cli.connect.Since;
import stockroom.cli.show.Column;

@Command(
        name = "failure",
        description = "Failed calls of applications, kept for seven days by default.",
        footer = "  stockroom failure show 0123456789abcdef")
public final class FailureCommands {
    @Command(
            name = "list",
            description = {
                "Lists the latest failed calls of an application, newest first.",
                "Unsigned calls may come from anyone, because the appid is not secret."
            },
            footer = "  stockroom failure list 10001 --since 2h")
    void list(
            @Mixin ListOptions list,
            @Parameters(paramLabel = "APPLICATION", description = "The application's id (appid).") long application,
            @Option(names = "--since", paramLabel = "TIME", description = Since.DESCRIPTION) @Nullable Since since) {
        list.since(since)
                .whenEmpty("This application has no failed calls. They are kept for seven days by default.")
                .list(
                        "/applications/" + application + "/failed-calls",
                        Column.time("AT", "at"),
                        Column.word("REQUEST", "requestId"),
                        Column.word("SIGNED", "signed"),
                        Column.text("ENDPOINT", "endpoint"),
                        Column.number("HTTP", "status"),
                        Column.word("CODE", "code"),
                        Column.message("MESSAGE", "message"));
    }

    @Command(
            name = "show",
            description = "Shows the failed call with this request id.",
            footer = "  stockroom failure show 0123456789abcdef")
    void show(
            @Mixin AdminOptions admin,
            @Parameters(
                            paramLabel = "REQUEST",
                            description = "The requestId of the response, or its X-Request-Id header.")
                    String request) {
        admin.show(client -> client.get("/failed-calls/" + HexId.of("request", request)));
    }
}

package stockroom.cli.admin;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import stockroom.cli.connect.AdminOptions;
import stockroom.cli.connect.ListOptions;
import stockroom.cli.show.Column;

@Command(
        name = "closing",
        description = {
            "Addresses closed for an application after too many wrong signs or unknown tokens.",
            "Correctly signed calls from them are still accepted."
        },
        footer = "  stockroom closing list")
public final class ClosingCommands {
    @Command(
            name = "list",
            description = {
                "Lists the current closings on the server that responds.",
                "Each server counts on its own; behind a load balancer, ask each server."
            },
            footer = "  stockroom closing list")
    void list(@Mixin ListOptions list) {
        list.whenEmpty("Nothing is closed on this server. Each server counts on its own: ask the others too.")
                .list(
                        "/closings",
                        Column.word("ADDRESS", "address"),
                        Column.number("APPLICATION", "applicationId"),
                        Column.time("SINCE", "since"),
                        Column.time("UNTIL", "until"));
    }

    @Command(
            name = "lift",
            description = "Lifts the closing of an address for an application, on all servers.",
            footer = "  stockroom closing lift 203.0.113.7 10001")
    void lift(
            @Mixin AdminOptions admin,
            @Parameters(paramLabel = "ADDRESS", description = "The address as in the list; for IPv6, its /64 network.")
                    String address,
            @Parameters(paramLabel = "APPLICATION", description = "The application's id (appid).") long application) {
        var encoded = URLEncoder.encode(address, StandardCharsets.UTF_8);
        admin.show(client -> client.delete("/applications/%d/closings/%s".formatted(application, encoded)));
    }
}

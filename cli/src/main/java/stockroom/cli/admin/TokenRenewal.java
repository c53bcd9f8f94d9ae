package stockroom.cli.admin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import stockroom.cli.connect.AdminClient;
import stockroom.cli.connect.AdminOptions;
import stockroom.cli.connect.Deadline;
import stockroom.cli.connect.Query;
import stockroom.cli.exporting.Pages;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.shell.Progress;
import stockroom.cli.show.Values;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Renews the tokens of an application, each with its own request and audit entry.
final class TokenRenewal {
    @Option(
            names = "--application",
            paramLabel = "APPLICATION",
            description = "Renews the active tokens of this application.")
    private @Nullable Long application;

    @Option(names = "--expires-before", paramLabel = "TIME", description = Deadline.EXPIRES_BEFORE)
    private @Nullable Deadline expiresBefore;

    @Option(names = "--expired", description = "With --application: also renews tokens that have expired.")
    private boolean expired;

    boolean isAsked() {
        return application != null || expiresBefore != null || expired;
    }

    void run(AdminOptions admin, ObjectNode renewal) {
        if (application == null) {
            throw CommandFailure.usage("--expires-before and --expired need --application");
        }
        try (var client = admin.client()) {
            // fails if the application does not exist
            client.get("/applications/" + application);
            var tokens = tokens(client);
            int renewed = 0;
            try (var progress = new Progress(admin.shell(), "Renewing", tokens.size())) {
                for (var token : tokens) {
                    client.patch("/tokens/" + token, renewal);
                    progress.stepTo(++renewed);
                }
            } catch (CommandFailure e) {
                throw new CommandFailure(
                        e.exitCode(),
                        "%s\n%s of %s tokens were renewed; run it again for all of them",
                        e.getMessage(),
                        Values.count(renewed),
                        Values.count(tokens.size()));
            }
            if (admin.isForPeople()) {
                var words = "renewed: %s tokens of application %d".formatted(Values.count(renewed), application);
                admin.shell().screen().say(words);
            } else {
                admin.print(AdminOptions.body().put("renewed", renewed));
            }
        }
    }

    private List<String> tokens(AdminClient client) {
        var ids = new ArrayList<String>();
        var query = Query.of("/tokens")
                .with("application", application)
                .with("expiresBefore", expired ? null : expiresBefore);
        try {
            Pages.each(client, query.path(), query.filter(), items -> {
                items.valueStream()
                        .filter(this::isMeant)
                        .forEach(token -> ids.add(token.path("tokenId").asString()));
                return true;
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ids;
    }

    private boolean isMeant(JsonNode token) {
        var state = token.path("state").asString();
        boolean inTime = expiresBefore == null
                || Instant.parse(token.path("expiresAt").asString()).isBefore(expiresBefore.moment());
        return inTime && (state.equals("active") || (expired && state.equals("expired")));
    }
}

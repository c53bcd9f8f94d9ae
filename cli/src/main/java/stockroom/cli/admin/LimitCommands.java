package stockroom.cli.admin;

import static stockroom.cli.connect.AdminOptions.body;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import stockroom.cli.connect.AdminClient;
import stockroom.cli.connect.AdminOptions;
import stockroom.cli.connect.MerchantParameter;
import stockroom.cli.shell.CommandFailure;
import tools.jackson.databind.JsonNode;

@Command(
        name = "limit",
        description = "Limits of a merchant or account that differ from the defaults.",
        footer = "  stockroom limit set 1 --details-per-day 1000")
public final class LimitCommands {
    private static final String WHOSE = "The account's id; by default, all accounts without limits of their own.";

    @Command(
            name = "show",
            description = "Shows the limits that differ from the defaults; stockroom usage shows all limits.",
            footer = "  stockroom limit show 1 1")
    void show(
            @Mixin AdminOptions admin,
            @Mixin MerchantParameter merchant,
            @Parameters(index = "1", paramLabel = "ACCOUNT", arity = "0..1", description = WHOSE) @Nullable
                    Long account) {
        admin.show(client -> client.get(path(client, merchant, account)));
    }

    @Command(
            name = "set",
            description = "Sets the given limits, on all servers within a second; other limits do not change.",
            footer = "  stockroom limit set 1 1 --details-per-day 1000 --reads-per-second 50")
    void set(
            @Mixin AdminOptions admin,
            @Mixin MerchantParameter merchant,
            @Parameters(index = "1", paramLabel = "ACCOUNT", arity = "0..1", description = WHOSE) @Nullable
                    Long account,
            @Option(
                            names = "--details-per-day",
                            paramLabel = "N",
                            description = "Product details that an account may fetch in a day.")
                    @Nullable
                    Integer detailsPerDay,
            @Option(
                            names = "--products-per-store",
                            paramLabel = "N",
                            description = "Different products that the account's store may fetch in three months.")
                    @Nullable
                    Integer productsPerStore,
            @Option(
                            names = "--reads-per-second",
                            paramLabel = "N",
                            description = "Reads per second of an application for an account, on each server.")
                    @Nullable
                    Integer readsPerSecond) {
        var limits = body().put("detailsPerDay", detailsPerDay)
                .put("productsPerStore", productsPerStore)
                .put("readsPerSecond", readsPerSecond)
                .removeIf(JsonNode::isNull);
        if (limits.isEmpty()) {
            throw CommandFailure.usage(
                    "nothing to set (expected: --details-per-day, --products-per-store or --reads-per-second)");
        }
        admin.show(client -> client.patch(path(client, merchant, account), limits));
    }

    @Command(
            name = "clear",
            description = "Restores the default limits; for an account, those of its merchant.",
            footer = "  stockroom limit clear 1 1")
    void clear(
            @Mixin AdminOptions admin,
            @Mixin MerchantParameter merchant,
            @Parameters(index = "1", paramLabel = "ACCOUNT", arity = "0..1", description = WHOSE) @Nullable
                    Long account) {
        admin.show(client -> client.delete(path(client, merchant, account)));
    }

    private static String path(AdminClient client, MerchantParameter merchant, @Nullable Long account) {
        return merchant.path(client) + (account == null ? "" : "/accounts/" + account) + "/limits";
    }
}

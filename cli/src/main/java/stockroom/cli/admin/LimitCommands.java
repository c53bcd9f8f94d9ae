package stockroom.cli.admin;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import stockroom.cli.connect.AdminClient;
import stockroom.cli.connect.AdminOptions;
import stockroom.cli.connect.MerchantName;

@Command(
        name = "limit",
        description = "Limits of one merchant or account that differ from everyone's.",
        footer = {"", "Example:", "  stockroom limit set 1 --details-per-day 1000"})
public final class LimitCommands {
    private static final String WHOSE = "The account's id; without it, all accounts that have none of their own.";

    @Command(
            name = "show",
            description = "Shows the limits that are set; stockroom usage shows those that count.",
            footer = {"", "Example:", "  stockroom limit show 1 1"})
    void show(
            @Mixin AdminOptions admin,
            @Parameters(paramLabel = "MERCHANT", description = "The merchant's id or store name.")
                    MerchantName merchant,
            @Parameters(paramLabel = "ACCOUNT", arity = "0..1", description = WHOSE) @Nullable Long account) {
        admin.show(client -> client.get(path(client, merchant, account)));
    }

    @Command(
            name = "set",
            description = "Sets limits, on all servers within a second; those that are not named stay.",
            footer = {"", "Example:", "  stockroom limit set 1 1 --details-per-day 1000 --reads-per-second 50"})
    void set(
            @Mixin AdminOptions admin,
            @Parameters(paramLabel = "MERCHANT", description = "The merchant's id or store name.")
                    MerchantName merchant,
            @Parameters(paramLabel = "ACCOUNT", arity = "0..1", description = WHOSE) @Nullable Long account,
            @Option(
                            names = "--details-per-day",
                            paramLabel = "N",
                            description = "Product details of an account in a day.")
                    @Nullable
                    Integer detailsPerDay,
            @Option(
                            names = "--products-per-store",
                            paramLabel = "N",
                            description = "Different products of the bound store within three months.")
                    @Nullable
                    Integer productsPerStore,
            @Option(
                            names = "--reads-per-second",
                            paramLabel = "N",
                            description = "Reads of an application and account, on each server.")
                    @Nullable
                    Integer readsPerSecond) {
        var limits = AdminOptions.body();
        if (detailsPerDay != null) {
            limits.put("detailsPerDay", detailsPerDay);
        }
        if (productsPerStore != null) {
            limits.put("productsPerStore", productsPerStore);
        }
        if (readsPerSecond != null) {
            limits.put("readsPerSecond", readsPerSecond);
        }
        admin.show(client -> client.patch(path(client, merchant, account), limits));
    }

    @Command(
            name = "clear",
            description = "Lets the limits of everyone count again; for an account, those of its merchant.",
            footer = {"", "Example:", "  stockroom limit clear 1 1"})
    void clear(
            @Mixin AdminOptions admin,
            @Parameters(paramLabel = "MERCHANT", description = "The merchant's id or store name.")
                    MerchantName merchant,
            @Parameters(paramLabel = "ACCOUNT", arity = "0..1", description = WHOSE) @Nullable Long account) {
        admin.show(client -> client.delete(path(client, merchant, account)));
    }

    private static String path(AdminClient client, MerchantName merchant, @Nullable Long account) {
        return "/merchants/" + merchant.id(client) + (account == null ? "" : "/accounts/" + account) + "/limits";
    }
}

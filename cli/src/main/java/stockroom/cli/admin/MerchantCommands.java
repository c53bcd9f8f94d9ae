package stockroom.cli.admin;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import stockroom.cli.connect.AdminOptions;
import stockroom.cli.connect.ListOptions;
import stockroom.cli.connect.MerchantName;
import stockroom.cli.exporting.MerchantExportCommand;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.shell.ExitCode;
import stockroom.cli.show.Column;

@Command(
        name = "merchant",
        description = "Merchants: the owners of products and stock.",
        footer = {"", "Example:", "  stockroom merchant create northgate --name 'Northgate Shoes'"},
        subcommands = {MerchantExportCommand.class, MerchantDeleteCommand.class})
public final class MerchantCommands {
    @Command(
            name = "create",
            description = "Adds a merchant.",
            footer = {"", "Example:", "  stockroom merchant create northgate --name 'Northgate Shoes' --open"})
    void create(
            @Mixin AdminOptions admin,
            @Parameters(paramLabel = "STORE", description = "Its part of addresses and article codes (storeUrl).")
                    String storeUrl,
            @Option(
                            names = "--name",
                            paramLabel = "TEXT",
                            required = true,
                            description = "What people call it (storeName).")
                    String name,
            @Option(names = "--open", description = "Other merchants' accounts may fetch its products' details.")
                    boolean open) {
        var merchant = AdminOptions.body()
                .put("storeUrl", storeUrl)
                .put("storeName", name)
                .put("openCatalogue", open);
        admin.show(client -> client.post("/merchants", merchant));
    }

    @Command(
            name = "list",
            description = "Lists merchants in the order of their ids.",
            footer = {"", "Example:", "  stockroom merchant list --all"})
    void list(@Mixin ListOptions list) {
        list.list(
                "/merchants",
                Column.number("MERCHANT", "merchantId"),
                Column.text("STORE", "storeUrl"),
                Column.text("NAME", "storeName"),
                Column.word("OPEN", "openCatalogue"),
                Column.word("SUSPENDED", "suspended"),
                Column.time("CREATED", "createdAt"));
    }

    @Command(
            name = "show",
            description = "Shows one merchant, with the number of its products.",
            footer = {"", "Example:", "  stockroom merchant show 1"})
    void show(
            @Mixin AdminOptions admin,
            @Parameters(paramLabel = "MERCHANT", description = "The merchant's id or store name.")
                    MerchantName merchant) {
        admin.show(client -> client.get("/merchants/" + merchant.id(client)));
    }

    @Command(
            name = "suspend",
            description = "Refuses a merchant's tokens and closes its catalogue to others, until resumed.",
            footer = {"", "Example:", "  stockroom merchant suspend 1"})
    void suspend(
            @Mixin AdminOptions admin,
            @Parameters(paramLabel = "MERCHANT", description = "The merchant's id or store name.")
                    MerchantName merchant) {
        admin.show(client -> client.patch(
                "/merchants/" + merchant.id(client), AdminOptions.body().put("suspended", true)));
    }

    @Command(
            name = "resume",
            description = "Ends a suspension.",
            footer = {"", "Example:", "  stockroom merchant resume 1"})
    void resume(
            @Mixin AdminOptions admin,
            @Parameters(paramLabel = "MERCHANT", description = "The merchant's id or store name.")
                    MerchantName merchant) {
        admin.show(client -> client.patch(
                "/merchants/" + merchant.id(client), AdminOptions.body().put("suspended", false)));
    }

    @Command(
            name = "open",
            description = "Lets other merchants' accounts fetch the details of its products.",
            footer = {"", "Example:", "  stockroom merchant open 1"})
    void open(
            @Mixin AdminOptions admin,
            @Parameters(paramLabel = "MERCHANT", description = "The merchant's id or store name.")
                    MerchantName merchant) {
        admin.show(client -> client.patch(
                "/merchants/" + merchant.id(client), AdminOptions.body().put("openCatalogue", true)));
    }

    @Command(
            name = "close",
            description = "Closes the catalogue to other merchants.",
            footer = {"", "Example:", "  stockroom merchant close 1"})
    void close(
            @Mixin AdminOptions admin,
            @Parameters(paramLabel = "MERCHANT", description = "The merchant's id or store name.")
                    MerchantName merchant) {
        admin.show(client -> client.patch(
                "/merchants/" + merchant.id(client), AdminOptions.body().put("openCatalogue", false)));
    }

    @Command(
            name = "rename",
            description = "Changes a merchant's name, its store's short name, or both.",
            footer = {"", "Example:", "  stockroom merchant rename 1 --name 'Northgate Boots'"})
    void rename(
            @Mixin AdminOptions admin,
            @Parameters(paramLabel = "MERCHANT", description = "The merchant's id or store name.")
                    MerchantName merchant,
            @Option(names = "--name", paramLabel = "TEXT", description = "What people call it (storeName).") @Nullable
                    String name,
            @Option(
                            names = "--store",
                            paramLabel = "STORE",
                            description = "Its part of addresses and article codes (storeUrl).")
                    @Nullable
                    String storeUrl) {
        var change = AdminOptions.body();
        if (name != null) {
            change.put("storeName", name);
        }
        if (storeUrl != null) {
            change.put("storeUrl", storeUrl);
        }
        if (change.isEmpty()) {
            throw new CommandFailure(ExitCode.USAGE, "nothing to change (expected: --name, --store or both)");
        }
        admin.show(client -> client.patch("/merchants/" + merchant.id(client), change));
    }
}

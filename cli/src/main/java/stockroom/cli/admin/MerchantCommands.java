package stockroom.cli.admin;

import static stockroom.cli.connect.AdminOptions.body;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import stockroom.cli.connect.AdminOptions;
import stockroom.cli.connect.ListOptions;
import stockroom.cli.connect.MerchantParameter;
import stockroom.cli.connect.Query;
import stockroom.cli.exporting.MerchantExportCommand;
import stockroom.cli.importing.MerchantImportCommand;
import stockroom.cli.importing.MerchantTemplateCommand;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.show.Column;
import tools.jackson.databind.JsonNode;

@Command(
        name = "merchant",
        description = "Merchants: the owners of products and stock.",
        footer = "  stockroom merchant create northgate --name 'Northgate Shoes'",
        subcommands = {
            MerchantImportCommand.class,
            MerchantTemplateCommand.class,
            MerchantExportCommand.class,
            MerchantDeleteCommand.class
        })
public final class MerchantCommands {
    enum State {
        active,
        suspended
    }

    @Command(
            name = "create",
            description = "Adds a merchant.",
            footer = "  stockroom merchant create northgate --name 'Northgate Shoes' --open")
    void create(
            @Mixin AdminOptions admin,
            @Parameters(paramLabel = "STORE", description = "The unique short name of the merchant's store (storeUrl).")
                    String storeUrl,
            @Option(
                            names = "--name",
                            paramLabel = "TEXT",
                            required = true,
                            description = "The merchant's name (storeName).")
                    String name,
            @Option(names = "--open", description = "Lets other merchants' accounts fetch the details of its products.")
                    boolean open) {
        var merchant = body().put("storeUrl", storeUrl).put("storeName", name).put("openCatalogue", open);
        admin.show(client -> client.post("/merchants", merchant));
    }

    @Command(
            name = "list",
            description = "Lists merchants in the order of their ids.",
            footer = "  stockroom merchant list --search shoes --state active")
    void list(
            @Mixin ListOptions list,
            @Option(
                            names = "--search",
                            paramLabel = "TEXT",
                            description = "Only merchants whose name or short name contains this text.")
                    @Nullable
                    String search,
            @Option(
                            names = "--state",
                            paramLabel = "STATE",
                            description = "Only merchants in this state: ${COMPLETION-CANDIDATES}.")
                    @Nullable
                    State state) {
        list.whenEmpty("There are no merchants. Add one:\n  stockroom merchant create STORE --name TEXT")
                .list(
                        _ -> Query.of("/merchants").with("search", search).with("state", state),
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
            footer = "  stockroom merchant show 1")
    void show(@Mixin AdminOptions admin, @Mixin MerchantParameter merchant) {
        admin.show(client -> client.get(merchant.path(client)));
    }

    @Command(
            name = "suspend",
            description = "Refuses a merchant's tokens and closes its catalogue to others until it is resumed.",
            footer = "  stockroom merchant suspend 1")
    void suspend(@Mixin AdminOptions admin, @Mixin MerchantParameter merchant) {
        change(admin, merchant, "suspended", true);
    }

    @Command(
            name = "resume",
            description = "Ends the suspension of a merchant.",
            footer = "  stockroom merchant resume 1")
    void resume(@Mixin AdminOptions admin, @Mixin MerchantParameter merchant) {
        change(admin, merchant, "suspended", false);
    }

    @Command(
            name = "open",
            description = "Lets other merchants' accounts fetch the details of its products.",
            footer = "  stockroom merchant open 1")
    void open(@Mixin AdminOptions admin, @Mixin MerchantParameter merchant) {
        change(admin, merchant, "openCatalogue", true);
    }

    @Command(
            name = "close",
            description = "Closes the catalogue to other merchants.",
            footer = "  stockroom merchant close 1")
    void close(@Mixin AdminOptions admin, @Mixin MerchantParameter merchant) {
        change(admin, merchant, "openCatalogue", false);
    }

    private static void change(AdminOptions admin, MerchantParameter merchant, String field, boolean value) {
        admin.show(client -> client.patch(merchant.path(client), body().put(field, value)));
    }

    @Command(
            name = "rename",
            description = "Changes a merchant's name, its store's short name, or both.",
            footer = "  stockroom merchant rename 1 --name 'Northgate Boots'")
    void rename(
            @Mixin AdminOptions admin,
            @Mixin MerchantParameter merchant,
            @Option(names = "--name", paramLabel = "TEXT", description = "The merchant's name (storeName).") @Nullable
                    String name,
            @Option(
                            names = "--store",
                            paramLabel = "STORE",
                            description = "The unique short name of the merchant's store (storeUrl).")
                    @Nullable
                    String storeUrl) {
        var change = body().put("storeName", name).put("storeUrl", storeUrl).removeIf(JsonNode::isNull);
        if (change.isEmpty()) {
            throw CommandFailure.usage("nothing to change (expected: --name, --store or both)");
        }
        admin.show(client -> client.patch(merchant.path(client), change));
    }
}

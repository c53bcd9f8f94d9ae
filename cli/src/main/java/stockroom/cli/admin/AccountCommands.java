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
import stockroom.cli.show.Column;

@Command(
        name = "account",
        description = "Accounts: a merchant's users, each bound to one outside store.",
        footer = "  stockroom account list 1")
public final class AccountCommands {
    @Command(
            name = "create",
            description = "Adds an account. Accounts bound to the same store share the limits of that store.",
            footer = {
                "  stockroom account create 1 northgate-owner --platform tb --shop 880001 \\",
                "      --shop-name 'Northgate on tb'"
            })
    void create(
            @Mixin AdminOptions admin,
            @Mixin MerchantParameter merchant,
            @Parameters(index = "1", paramLabel = "NAME", description = "The account's name.") String name,
            @Mixin StoreOptions store) {
        var account = body().put("name", name);
        account.set("store", store.body());
        admin.show(client -> client.post(merchant.path(client) + "/accounts", account));
    }

    @Command(
            name = "list",
            description = "Lists a merchant's accounts, with the store that each is bound to.",
            footer = "  stockroom account list northgate --search owner")
    void list(
            @Mixin ListOptions list,
            @Mixin MerchantParameter merchant,
            @Option(
                            names = "--search",
                            paramLabel = "TEXT",
                            description = "Only accounts whose name, shop id or shop name contains this text.")
                    @Nullable
                    String search) {
        list.whenEmpty("""
                This merchant has no accounts. Add one:
                  stockroom account create %s NAME --platform NAME --shop ID --shop-name TEXT""".formatted(merchant))
                .list(
                        client -> Query.of(merchant.path(client) + "/accounts").with("search", search),
                        Column.number("ACCOUNT", "accountId"),
                        Column.text("NAME", "name"),
                        ofStore("PLATFORM", "platform"),
                        ofStore("SHOP", "shopId"),
                        ofStore("SHOP NAME", "shopName"),
                        Column.time("CREATED", "createdAt"));
    }

    private static Column ofStore(String header, String field) {
        return new Column(
                header, field, Column.Kind.TEXT, row -> row.path("store").path(field));
    }

    @Command(
            name = "rename",
            description = "Changes an account's name.",
            footer = "  stockroom account rename 1 1 northgate-manager")
    void rename(
            @Mixin AdminOptions admin,
            @Mixin MerchantParameter merchant,
            @Parameters(index = "1", paramLabel = "ACCOUNT", description = "The account's id.") long account,
            @Parameters(index = "2", paramLabel = "NAME", description = "The new name.") String name) {
        admin.show(client -> client.patch(merchant.path(client) + "/accounts/" + account, body().put("name", name)));
    }

    @Command(
            name = "bind",
            description = "Binds an account to another outside store.",
            footer = "  stockroom account bind 1 1 --platform jd --shop 7712 --shop-name 'Northgate on jd'")
    void bind(
            @Mixin AdminOptions admin,
            @Mixin MerchantParameter merchant,
            @Parameters(index = "1", paramLabel = "ACCOUNT", description = "The account's id.") long account,
            @Mixin StoreOptions store) {
        var change = body();
        change.set("store", store.body());
        admin.show(client -> client.patch(merchant.path(client) + "/accounts/" + account, change));
    }
}

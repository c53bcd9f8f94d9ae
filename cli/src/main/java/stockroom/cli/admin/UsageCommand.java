package stockroom.cli.admin;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import stockroom.cli.connect.AdminClient;
import stockroom.cli.connect.AdminOptions;
import stockroom.cli.connect.MerchantName;
import stockroom.cli.connect.MerchantNames;
import stockroom.cli.exporting.ItemWriter;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.shell.ExitCode;
import stockroom.cli.show.Usage;
import stockroom.cli.transfer.Format;

@Command(
        name = "usage",
        description = {
            "Shows how much of each limit an account has used.",
            "With --history, writes the daily calls of the last 13 months as CSV: for the account, "
                    + "for all accounts of the merchant, or for all merchants."
        },
        footer = {"  stockroom usage 1 1", "  stockroom usage --history > usage.csv"})
public final class UsageCommand implements Callable<Integer> {
    private static final List<String> DAY =
            List.of("day", "merchantId", "accountId", "reads", "writes", "details", "reports", "refused");

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private AdminOptions admin;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "MERCHANT",
            completionCandidates = MerchantNames.class,
            description = "The merchant's id or store name.")
    private @Nullable MerchantName merchant;

    @Parameters(index = "1", arity = "0..1", paramLabel = "ACCOUNT", description = "The account's id.")
    private @Nullable Long account;

    @Option(names = "--history", description = "Writes one line per account and day; with --json, as JSON lines.")
    private boolean history;

    @Override
    public Integer call() throws IOException {
        try (var client = admin.client()) {
            if (history) {
                writeHistory(client);
                return ExitCode.DONE;
            }
            if (merchant == null || account == null) {
                throw CommandFailure.usage(
                        "%s (expected: such as stockroom usage northgate 1, or --history)",
                        merchant == null ? "MERCHANT and ACCOUNT are missing" : "ACCOUNT is missing");
            }
            var reply = client.get("/merchants/" + merchant.id(client) + "/accounts/" + account + "/usage");
            admin.print(reply, usage -> Usage.print(admin.shell().screen(), usage));
            return ExitCode.DONE;
        }
    }

    private void writeHistory(AdminClient client) throws IOException {
        Map<String, String> filter = new HashMap<>();
        if (merchant != null) {
            filter.put("merchant", Long.toString(merchant.id(client)));
        }
        if (account != null) {
            filter.put("account", account.toString());
        }
        var out = admin.shell().out();
        var items = new ItemWriter(out, admin.isJson() ? Format.ndjson : Format.csv, DAY);
        items.writeAll(client, "/daily-usage", filter, _ -> !out.checkError());
    }
}

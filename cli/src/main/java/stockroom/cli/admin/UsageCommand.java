package stockroom.cli.admin;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import stockroom.cli.connect.AdminOptions;
import stockroom.cli.show.Usage;

@Command(
        name = "usage",
        description = "Shows what an account has used of every limit.",
        footer = {"", "Example:", "  stockroom usage 1 1"})
public final class UsageCommand implements Runnable {
    @Mixin
    @SuppressWarnings("NullAway.Init")
    private AdminOptions admin;

    @Parameters(paramLabel = "MERCHANT", description = "The merchant's id.")
    private long merchant;

    @Parameters(paramLabel = "ACCOUNT", description = "The account's id.")
    private long account;

    @Override
    public void run() {
        try (var client = admin.client()) {
            var reply = client.get("/merchants/" + merchant + "/accounts/" + account + "/usage");
            if (admin.isJson()) {
                admin.shell().out().println(reply.text());
            } else {
                Usage.print(admin.shell().out(), reply.json());
            }
        }
    }
}

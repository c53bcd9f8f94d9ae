package stockroom.cli.admin;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import stockroom.cli.connect.AdminOptions;

@Command(
        name = "whoami",
        description = "Shows the operator's key in use: its name, what it may do, and until when.",
        footer = "  stockroom whoami")
public final class WhoamiCommand implements Runnable {
    @Mixin
    @SuppressWarnings("NullAway.Init")
    private AdminOptions admin;

    @Override
    public void run() {
        admin.show(client -> client.get("/whoami"));
    }
}

package stockroom.cli.admin;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import stockroom.cli.connect.AdminOptions;

@Command(
        name = "whoami",
        description = "Shows the operator key in use: its name, its scope and when it expires.",
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

package stockroom.cli.admin;

import static stockroom.cli.connect.AdminOptions.body;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import stockroom.cli.connect.AdminOptions;
import stockroom.cli.shell.ExitCode;
import stockroom.cli.shell.Version;

@Command(
        name = "status",
        description = "Shows whether the server is ready, its version and the key in use.",
        footer = "  stockroom status")
public final class StatusCommand implements Callable<Integer> {
    @Mixin
    @SuppressWarnings("NullAway.Init")
    private AdminOptions admin;

    @Override
    public Integer call() {
        try (var client = admin.client()) {
            var whyNot = client.whyNotReady();
            var status = body().put("address", client.address().toString()).put("ready", whyNot.isEmpty());
            whyNot.ifPresent(reason -> status.put("reason", reason));
            status.put("commandLineVersion", Version.number());
            // a server that is not ready may be unable to check the key
            if (whyNot.isEmpty()) {
                var whoami = client.get("/whoami").json();
                status.set("serverVersion", whoami.path("serverVersion"));
                status.set("key", whoami.path("name"));
                status.set("scope", whoami.path("scope"));
                status.set("expiresAt", whoami.path("expiresAt"));
            }
            admin.print(status);
            return whyNot.isEmpty() ? ExitCode.DONE : ExitCode.UNREACHABLE;
        }
    }
}

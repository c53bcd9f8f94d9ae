package stockroom.cli.admin;

import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import stockroom.cli.connect.AdminClient;
import stockroom.cli.connect.ConnectOptions;
import stockroom.cli.connect.MerchantParameter;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.shell.ExitCode;
import stockroom.cli.shell.OnInterrupt;
import stockroom.cli.shell.Progress;
import stockroom.cli.shell.Shell;
import stockroom.cli.show.Details;
import tools.jackson.databind.JsonNode;

@Command(
        name = "delete",
        description = {
            "Deletes a merchant and all its data permanently. Export it first.",
            "",
            "Its tokens are refused at once; the servers delete the rest in the background. If this command is "
                    + "interrupted, they continue, and the same command shows their progress."
        },
        footer = "  stockroom merchant delete northgate")
public final class MerchantDeleteCommand implements Callable<Integer> {
    /// The server counts the remaining rows for each response, so polling more often is costly.
    private static final Duration LOOK_EVERY = Duration.ofSeconds(2);

    @Mixin
    private final ConnectOptions connect;

    @Mixin
    private final MerchantParameter merchant = new MerchantParameter();

    @Option(names = "--dry-run", description = "Shows what would be deleted, and deletes nothing.")
    private boolean dryRun;

    @Option(names = "--yes", description = "Does not ask for confirmation.")
    private boolean yes;

    MerchantDeleteCommand(Shell shell) {
        this.connect = new ConnectOptions(shell);
    }

    @Override
    public Integer call() {
        var shell = connect.shell();
        try (var client = connect.client()) {
            long id = merchant.id(client);
            var contents = contents(client, id);
            if (dryRun) {
                Details.print(shell.screen(), contents);
                return ExitCode.DONE;
            }
            if (isKept(contents)) {
                confirm(client, id, contents);
                client.delete("/merchants/" + id);
            }
            follow(client, id);
            shell.out().println("merchant %d is deleted".formatted(id));
            return ExitCode.DONE;
        }
    }

    private static JsonNode contents(AdminClient client, long id) {
        return client.get("/merchants/%d/contents".formatted(id)).json();
    }

    private static boolean isKept(JsonNode contents) {
        return contents.path("state").asString().equals("kept");
    }

    /// Asks for the merchant's name, which nobody types by mistake.
    private void confirm(AdminClient client, long id, JsonNode contents) {
        if (yes) {
            return;
        }
        var shell = connect.shell();
        if (!shell.terminals().in()) {
            throw CommandFailure.usage(
                    "cannot ask whether to delete merchant %d; confirm with --yes, or look first with --dry-run", id);
        }
        Details.print(shell.screen(), contents);
        shell.out().flush();
        var storeUrl = client.get("/merchants/" + id).json().path("storeUrl").asString();
        if (!shell.asked("To delete it permanently, type its store name (%s): ".formatted(storeUrl))
                .strip()
                .equals(storeUrl)) {
            throw CommandFailure.refused("nothing was deleted");
        }
    }

    private void follow(AdminClient client, long id) {
        var contents = contents(client, id);
        long all = contents.path("products").asLong();
        try (var _ = new OnInterrupt(
                        connect.shell(),
                        () -> "The servers continue deleting; to see their progress: stockroom merchant delete " + id);
                var progress = new Progress(connect.shell(), "Deleting products", all)) {
            while (contents.path("state").asString().equals("deleting")) {
                progress.stepTo(all - contents.path("products").asLong());
                Thread.sleep(LOOK_EVERY);
                contents = contents(client, id);
            }
        } catch (InterruptedException e) {
            throw CommandFailure.interrupted();
        }
    }
}

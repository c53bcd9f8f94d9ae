package stockroom.cli.admin;

import static stockroom.cli.connect.AdminOptions.body;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import stockroom.cli.connect.AdminOptions;
import stockroom.cli.connect.ListOptions;
import stockroom.cli.show.Column;

@Command(
        name = "application",
        description = "Applications: the programs that call the service for merchants.",
        footer = "  stockroom application create 'Stall ERP'")
public final class ApplicationCommands {
    @Command(
            name = "create",
            description = "Adds an application; its secret is shown this once.",
            footer = "  stockroom application create 'Stall ERP'")
    void create(@Mixin AdminOptions admin, @Parameters(paramLabel = "NAME", description = "Its name.") String name) {
        admin.showOnce("secret", client -> client.post("/applications", body().put("name", name)));
    }

    @Command(
            name = "list",
            description = "Lists applications in the order of their ids.",
            footer = "  stockroom application list")
    void list(@Mixin ListOptions list) {
        list.whenEmpty("There are no applications. Add one:\n  stockroom application create NAME")
                .list(
                        "/applications",
                        Column.number("APPLICATION", "applicationId"),
                        Column.text("NAME", "name"),
                        Column.word("SUSPENDED", "suspended"),
                        Column.made(
                                "SECRETS",
                                "secrets",
                                row -> String.valueOf(row.path("secrets").size())),
                        Column.time("CREATED", "createdAt"));
    }

    @Command(
            name = "show",
            description = "Shows one application; of its secrets only when they were made and last used.",
            footer = "  stockroom application show 10001")
    void show(
            @Mixin AdminOptions admin,
            @Parameters(paramLabel = "APPLICATION", description = "The application's id (appid).") long application) {
        admin.show(client -> client.get("/applications/" + application));
    }

    @Command(
            name = "suspend",
            description = "Refuses all calls of an application, until resumed.",
            footer = "  stockroom application suspend 10001")
    void suspend(
            @Mixin AdminOptions admin,
            @Parameters(paramLabel = "APPLICATION", description = "The application's id (appid).") long application) {
        admin.show(client -> client.patch("/applications/" + application, body().put("suspended", true)));
    }

    @Command(name = "resume", description = "Ends a suspension.", footer = "  stockroom application resume 10001")
    void resume(
            @Mixin AdminOptions admin,
            @Parameters(paramLabel = "APPLICATION", description = "The application's id (appid).") long application) {
        admin.show(client -> client.patch("/applications/" + application, body().put("suspended", false)));
    }

    @Command(
            name = "rename",
            description = "Changes an application's name.",
            footer = "  stockroom application rename 10001 'Stall ERP 2'")
    void rename(
            @Mixin AdminOptions admin,
            @Parameters(paramLabel = "APPLICATION", description = "The application's id (appid).") long application,
            @Parameters(paramLabel = "NAME", description = "Its new name.") String name) {
        admin.show(client -> client.patch("/applications/" + application, body().put("name", name)));
    }

    @Command(
            name = "add-secret",
            description = {
                "Adds a second live secret beside the first, shown this once.",
                "Both sign until one is ended with end-secret."
            },
            footer = "  stockroom application add-secret 10001")
    void addSecret(
            @Mixin AdminOptions admin,
            @Parameters(paramLabel = "APPLICATION", description = "The application's id (appid).") long application) {
        admin.showOnce("secret", client -> client.post("/applications/" + application + "/secrets"));
    }

    @Command(
            name = "end-secret",
            description =
                    "Ends one of two live secrets. The last one cannot be ended: suspend the application instead.",
            footer = "  stockroom application end-secret 10001 1")
    void endSecret(
            @Mixin AdminOptions admin,
            @Parameters(paramLabel = "APPLICATION", description = "The application's id (appid).") long application,
            @Parameters(paramLabel = "SLOT", description = "1 or 2, as shown by: stockroom application show.")
                    int slot) {
        admin.show(client -> client.delete("/applications/" + application + "/secrets/" + slot));
    }
}

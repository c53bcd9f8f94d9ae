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
            description = "Adds an application and shows its secret once.",
            footer = "  stockroom application create 'Stall ERP'")
    void create(
            @Mixin AdminOptions admin,
            @Parameters(paramLabel = "NAME", description = "The application's name.") String name) {
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
            description = "Shows one application, with when its secrets were created and last used.",
            footer = "  stockroom application show 10001")
    void show(
            @Mixin AdminOptions admin,
            @Parameters(paramLabel = "APPLICATION", description = "The application's id (appid).") long application) {
        admin.show(client -> client.get("/applications/" + application));
    }

    @Command(
            name = "suspend",
            description = "Refuses all calls of an application until it is resumed.",
            footer = "  stockroom application suspend 10001")
    void suspend(
            @Mixin AdminOptions admin,
            @Parameters(paramLabel = "APPLICATION", description = "The application's id (appid).") long application) {
        admin.show(client -> client.patch("/applications/" + application, body().put("suspended", true)));
    }

    @Command(
            name = "resume",
            description = "Ends the suspension of an application.",
            footer = "  stockroom application resume 10001")
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
            @Parameters(paramLabel = "NAME", description = "The new name.") String name) {
        admin.show(client -> client.patch("/applications/" + application, body().put("name", name)));
    }

    @Command(
            name = "add-secret",
            description = {
                "Adds a second secret to an application and shows it once.",
                "Both secrets are valid until one is ended with end-secret."
            },
            footer = "  stockroom application add-secret 10001")
    void addSecret(
            @Mixin AdminOptions admin,
            @Parameters(paramLabel = "APPLICATION", description = "The application's id (appid).") long application) {
        admin.showOnce("secret", client -> client.post("/applications/" + application + "/secrets"));
    }

    @Command(
            name = "end-secret",
            description = "Ends one of two secrets. The last one cannot be ended; suspend the application instead.",
            footer = "  stockroom application end-secret 10001 1")
    void endSecret(
            @Mixin AdminOptions admin,
            @Parameters(paramLabel = "APPLICATION", description = "The application's id (appid).") long application,
            @Parameters(
                            paramLabel = "SLOT",
                            description = "The secret's slot, 1 or 2; see: stockroom application show.")
                    int slot) {
        admin.show(client -> client.delete("/applications/" + application + "/secrets/" + slot));
    }
}

package stockroom.cli.admin;

import static stockroom.cli.connect.AdminOptions.body;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import stockroom.cli.connect.AdminClient;
import stockroom.cli.connect.AdminOptions;
import stockroom.cli.connect.ListOptions;
import stockroom.cli.connect.MerchantName;
import stockroom.cli.connect.MerchantNames;
import stockroom.cli.connect.PersonName;
import stockroom.cli.connect.Query;
import stockroom.cli.connect.Reply;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.show.Column;

@Command(
        name = "person",
        description = "People who sign in with a browser, and what they may do.",
        footer = "  stockroom person list")
public final class PersonCommands {
    enum Scope {
        read,
        support,
        write,
        keys
    }

    enum MerchantRole {
        viewer,
        staff,
        owner
    }

    /// Where an invited person is to belong.
    static final class InvitedTo {
        @Option(
                names = "--platform",
                paramLabel = "SCOPE",
                description =
                        "To the platform, with the rights of an operator key of this scope: ${COMPLETION-CANDIDATES}.")
        @Nullable
        Scope scope;

        @Option(
                names = "--merchant",
                paramLabel = "MERCHANT",
                completionCandidates = MerchantNames.class,
                description = "To this merchant: its id or store name.")
        @Nullable
        MerchantName merchant;

        @Option(
                names = "--application",
                paramLabel = "APPLICATION",
                description = "To this application (appid), as one of its programmers.")
        @Nullable
        Long application;

        Reply invite(AdminClient client, String name, MerchantRole role) {
            var invitation = body().put("name", name);
            if (scope != null) {
                return client.post("/platform/invitations", invitation.put("role", scope.name()));
            }
            return merchant == null
                    ? client.post(
                            "/applications/%d/invitations".formatted(application), invitation.put("role", "programmer"))
                    : client.post(
                            "/merchants/%d/invitations".formatted(merchant.id(client)),
                            invitation.put("role", role.name()));
        }
    }

    /// Where a person no longer is to belong.
    static final class RemovedFrom {
        @Option(names = "--platform", description = "Only from the platform.")
        boolean platform;

        @Option(
                names = "--merchant",
                paramLabel = "MERCHANT",
                completionCandidates = MerchantNames.class,
                description = "Only from this merchant: its id or store name.")
        @Nullable
        MerchantName merchant;

        @Option(
                names = "--application",
                paramLabel = "APPLICATION",
                description = "Only from this application (appid).")
        @Nullable
        Long application;

        String path(AdminClient client) {
            if ((platform ? 1 : 0) + (merchant == null ? 0 : 1) + (application == null ? 0 : 1) > 1) {
                throw CommandFailure.usage("give only one of --platform, --merchant and --application");
            }
            if (merchant != null) {
                return "/merchants/" + merchant.id(client);
            }
            return platform ? "/platform" : application == null ? "" : "/applications/" + application;
        }
    }

    @Command(
            name = "invite",
            description = {
                "Invites someone, and shows a link that they use once within 72 hours.",
                "",
                "Hand the link over yourself: whoever opens it first chooses the password. Someone who has the name"
                        + " already signs in to accept."
            },
            footer = {
                "  stockroom person invite 'Li Wei' --platform keys",
                "  stockroom person invite 'Wang Fang' --merchant northgate --role owner"
            })
    void invite(
            @Mixin AdminOptions admin,
            @Parameters(
                            paramLabel = "NAME",
                            description = "The name to sign in with: 3 to 64 characters, not digits alone.")
                    String name,
            @ArgGroup(multiplicity = "1") InvitedTo to,
            @Option(
                            names = "--role",
                            paramLabel = "ROLE",
                            defaultValue = "owner",
                            description =
                                    "The role in a merchant: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}). "
                                            + "Owners invite and remove others.")
                    MerchantRole role) {
        admin.showOnce("link", client -> to.invite(client, name, role));
    }

    @Command(
            name = "list",
            description = "Lists people in the order of their ids.",
            footer = "  stockroom person list --merchant northgate")
    void list(
            @Mixin ListOptions list,
            @Option(names = "--search", paramLabel = "TEXT", description = "Only people whose name contains this text.")
                    @Nullable
                    String search,
            @Option(
                            names = "--merchant",
                            paramLabel = "MERCHANT",
                            completionCandidates = MerchantNames.class,
                            description = "Only people of this merchant: its id or store name.")
                    @Nullable
                    MerchantName merchant,
            @Option(
                            names = "--application",
                            paramLabel = "APPLICATION",
                            description = "Only programmers of this application (appid).")
                    @Nullable
                    Long application) {
        list.whenEmpty("There are no such people. Invite someone:\n  stockroom person invite NAME --platform keys")
                .list(
                        client -> Query.of("/people")
                                .with("search", search)
                                .with("merchant", merchant == null ? null : (Long) merchant.id(client))
                                .with("application", application),
                        Column.number("PERSON", "personId"),
                        Column.text("NAME", "name"),
                        Column.word("SECOND FACTOR", "secondFactor"),
                        Column.time("CREATED", "createdAt"));
    }

    @Command(
            name = "show",
            description = "Shows everything that is stored about a person.",
            footer = "  stockroom person show 'Li Wei'")
    void show(
            @Mixin AdminOptions admin,
            @Parameters(paramLabel = "PERSON", description = "The person's id or name.") PersonName person) {
        admin.show(client -> client.get(person.path(client)));
    }

    @Command(
            name = "remove",
            description = "Removes a person, or ends one of their memberships. They are signed out immediately.",
            footer = {"  stockroom person remove 'Li Wei'", "  stockroom person remove 'Wang Fang' --merchant northgate"
            })
    void remove(
            @Mixin AdminOptions admin,
            @Parameters(paramLabel = "PERSON", description = "The person's id or name.") PersonName person,
            @Mixin RemovedFrom from) {
        admin.show(client -> client.delete(from.path(client) + person.path(client)));
    }

    @Command(
            name = "reset",
            description = {
                "Shows a link with which a person sets a new password within 72 hours.",
                "",
                "Make sure that you talk to that person. The second factor stays, unless --second-factor is given."
            },
            footer = "  stockroom person reset 'Li Wei'")
    void reset(
            @Mixin AdminOptions admin,
            @Parameters(paramLabel = "PERSON", description = "The person's id or name.") PersonName person,
            @Option(
                            names = "--second-factor",
                            description = "Make a link that removes the second factor instead. The password stays.")
                    boolean factor) {
        var kind = body().put("kind", factor ? "factor-removal" : "reset");
        admin.showOnce("link", client -> client.post(person.path(client) + "/links", kind));
    }

    @Command(
            name = "links",
            description = "Lists links that can still be used, newest first, or ends one.",
            footer = {"  stockroom person links", "  stockroom person links --end 12"})
    void links(
            @Mixin ListOptions list,
            @Option(names = "--end", paramLabel = "LINK", description = "End the link with this number.") @Nullable
                    Long link) {
        if (link != null) {
            list.show(client -> client.delete("/links/" + link));
            return;
        }
        list.whenEmpty("There are no links that can be used.")
                .list(
                        "/links",
                        Column.number("LINK", "linkId"),
                        Column.word("KIND", "kind"),
                        Column.text("NAME", "name"),
                        Column.word("ROLE", "role"),
                        Column.number("MERCHANT", "merchantId"),
                        Column.number("APPLICATION", "applicationId"),
                        Column.text("MADE BY", "madeBy"),
                        Column.time("EXPIRES", "expiresAt"));
    }

    @Command(
            name = "sessions",
            description = "Lists where a person is signed in, or signs them out everywhere.",
            footer = {"  stockroom person sessions 'Li Wei'", "  stockroom person sessions 'Li Wei' --end"})
    void sessions(
            @Mixin ListOptions list,
            @Parameters(paramLabel = "PERSON", description = "The person's id or name.") PersonName person,
            @Option(
                            names = "--end",
                            description = "End all sessions, forget the browsers in which the person signed in, and end"
                                    + " the links that the person made.")
                    boolean end) {
        if (end) {
            list.show(client -> client.delete(person.path(client) + "/sessions"));
            return;
        }
        list.whenEmpty("This person is not signed in anywhere.")
                .list(
                        client -> Query.of(person.path(client) + "/sessions"),
                        Column.number("SESSION", "sessionId"),
                        Column.text("ADDRESS", "address"),
                        Column.message("BROWSER", "browser"),
                        Column.word("SECOND FACTOR", "withFactor"),
                        Column.time("SIGNED IN", "createdAt"),
                        Column.time("LAST USED", "usedAt"));
    }
}

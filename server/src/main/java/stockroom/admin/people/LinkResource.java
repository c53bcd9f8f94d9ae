package stockroom.admin.people;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import stockroom.admin.input.Fields;
import stockroom.admin.input.Paging;
import stockroom.admin.input.PathIds;
import stockroom.audit.Operator;
import stockroom.config.Secret;
import stockroom.http.Answer;
import stockroom.http.Request;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;

/// Makes links. `console` is the address that browsers use, empty if people cannot sign in.
public record LinkResource(LinkStore links, PersonStore people, Optional<URI> console) {
    /// The rest of the path is the secret. Requests with it are never logged.
    public static final String PATH = "/link/";

    private static final List<String> KINDS =
            List.of(LinkStore.Kind.RESET.word(), LinkStore.Kind.FACTOR_REMOVAL.word());

    private record NewLink(@JsonUnwrapped LinkStore.Link about, String url) {}

    public Answer list(Operator by, Request request) {
        return Answer.success(links.list(Paging.wanted(request)));
    }

    public Answer end(Operator by, Request request) {
        long link = PathIds.number(request, "link");
        return Answer.success(PathIds.found(links.end(by, link), "link", link));
    }

    public Answer inviteToPlatform(Operator by, Request request) {
        return invite(by, request, Place.PLATFORM);
    }

    public Answer inviteToMerchant(Operator by, Request request) {
        return invite(by, request, Place.ofMerchant(PathIds.number(request, "merchant")));
    }

    public Answer inviteToApplication(Operator by, Request request) {
        return invite(by, request, Place.ofApplication(PathIds.number(request, "application")));
    }

    private Answer invite(Operator by, Request request, Place place) {
        var fields = Fields.of(request, "name", "role");
        var given = fields.text("name", PersonName.MAX_LENGTH);
        var role = fields.choice("role", Role.words(place.kind()));
        fields.finish();
        var name = PersonName.of(given)
                .orElseThrow(() -> Failure.badRequest(
                        "name",
                        PersonMessage.PERSON_NAME_INVALID,
                        Excerpt.of(given),
                        PersonName.MIN_LENGTH,
                        PersonName.MAX_LENGTH));
        requireConsole();
        try {
            return created(links.invite(by, name, new Grant(Role.of(role), place)));
        } catch (LinkStore.UnknownApplication e) {
            throw PathIds.notFound("application", String.valueOf(place.applicationId()));
        } catch (LinkStore.TooManyInvitations e) {
            throw Failure.refused(409, PersonMessage.INVITATIONS_TOO_MANY, LinkStore.MAX_INVITATIONS);
        }
    }

    public Answer make(Operator by, Request request) {
        long person = PathIds.number(request, "person");
        var fields = Fields.of(request, "kind");
        var kind = fields.choice("kind", KINDS);
        fields.finish();
        var existing = PathIds.found(people.find(person), "person", person);
        requireConsole();
        var chosen = kind.equals(LinkStore.Kind.RESET.word()) ? LinkStore.Kind.RESET : LinkStore.Kind.FACTOR_REMOVAL;
        return created(links.make(by, chosen, existing));
    }

    private void requireConsole() {
        if (console.isEmpty()) {
            throw Failure.refused(409, PersonMessage.CONSOLE_OFF);
        }
    }

    private Answer created(LinkStore.NewLink link) {
        return Answer.created(new NewLink(link.about(), url(console.orElseThrow(), link.secret())));
    }

    public static String url(URI console, Secret secret) {
        return console + PATH + secret.reveal();
    }
}

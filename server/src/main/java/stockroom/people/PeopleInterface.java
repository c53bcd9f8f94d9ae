package stockroom.people;

import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import stockroom.admin.people.LinkResource;
import stockroom.config.Secret;
import stockroom.http.Answer;
import stockroom.http.Api;
import stockroom.http.FailureListener;
import stockroom.http.PageAnswer;
import stockroom.http.Request;
import stockroom.http.Route;
import stockroom.http.failure.EmptyData;
import stockroom.http.failure.Violation;
import stockroom.people.PeopleDoor.Need;

/// Lists the paths of the people's interface, which is for browsers and open to the internet.
public final class PeopleInterface implements AutoCloseable {
    private final PeopleStores stores;
    private final PeopleRules rules;
    private final PasswordHasher hasher;
    private final List<Route> routes = new ArrayList<>();

    public PeopleInterface(PeopleStores stores, PeopleRules rules, InstantSource clock, MeterRegistry metrics) {
        this.stores = stores;
        this.rules = rules;
        this.hasher = new PasswordHasher(metrics);
        var passwords = new Passwords(hasher);
        var places = new PlaceNames(stores);
        var signIn = new SignInPages(stores, passwords, new SignInGuard(clock));
        var factor = new FactorPages(stores, signIn);
        var links = new LinkPages(stores, passwords, signIn, places);
        var account = new AccountPages(stores, passwords, places);

        get(Need.NOTHING, "/", account::home);
        get(Need.NOTHING, "/sign-in", signIn::begin);
        post(Need.NOTHING, "/sign-in", signIn::signIn);
        post(Need.NOTHING, "/sign-out", signIn::signOut);
        post(Need.NOTHING, "/language", PeopleInterface::chooseLanguage);
        get(Need.SIGNING_IN, "/code", signIn::askCode);
        post(Need.SIGNING_IN, "/code", signIn::giveCode);
        get(Need.SIGNING_IN, "/second-factor", factor::begin);
        post(Need.SIGNING_IN, "/second-factor", factor::confirm);
        get(Need.NOTHING, LinkResource.PATH + "{secret}", links::open);
        get(Need.NOTHING, "/link", links::show);
        post(Need.NOTHING, "/link", links::use);
        get(Need.SIGNED_IN, "/prove", signIn::askProof);
        post(Need.SIGNED_IN, "/prove", signIn::prove);
        get(Need.SIGNED_IN, "/places", account::places);
        get(Need.SIGNED_IN, "/account", account::show);
        post(Need.SIGNED_IN, "/account/end-session", account::endSession);
        post(Need.PROVEN, "/account/leave", account::leave);
        get(Need.PROVEN, "/account/password", account::askPassword);
        post(Need.PROVEN, "/account/password", account::changePassword);
        post(Need.PROVEN, "/account/recovery-codes", factor::newCodes);
        addMembers("/platform/people", new MemberPages(stores, rules, places, MemberPages::ofPlatform));
        addMembers("/merchants/{merchant}/people", new MemberPages(stores, rules, places, MemberPages::ofMerchant));
        addMembers(
                "/applications/{application}/people",
                new MemberPages(stores, rules, places, MemberPages::ofApplication));
        addStyle();
    }

    private void addMembers(String path, MemberPages members) {
        get(Need.SIGNED_IN, path, members::show);
        post(Need.PROVEN, path + "/invite", members::invite);
        post(Need.PROVEN, path + "/remove", members::remove);
        post(Need.PROVEN, path + "/end-invitation", members::endInvitation);
        if (path.startsWith("/merchants")) {
            post(Need.PROVEN, path + "/require-factor", members::requireFactor);
        }
        if (path.startsWith("/platform")) {
            post(Need.PROVEN, path + "/reset", members::reset);
        }
    }

    private void get(Need needed, String path, PeopleEndpoint endpoint) {
        add("GET", needed, path, endpoint);
        add("HEAD", needed, path, endpoint);
    }

    private void post(Need needed, String path, PeopleEndpoint endpoint) {
        add("POST", needed, path, endpoint);
    }

    private void add(String method, Need needed, String path, PeopleEndpoint endpoint) {
        var door = new PeopleDoor(stores, rules, needed, endpoint);
        routes.add(new Route(method, path, EmptyData.ABSENT, door, Map.of()));
    }

    private void addStyle() {
        try (var file = Objects.requireNonNull(PeopleInterface.class.getResourceAsStream("style.css"))) {
            var style = new Answer.Document("text/css; charset=utf-8", file.readAllBytes());
            var headers = Map.of("Cache-Control", "max-age=3600", "X-Content-Type-Options", "nosniff");
            for (var method : List.of("GET", "HEAD")) {
                routes.add(new Route(method, "/style.css", EmptyData.ABSENT, _ -> style, headers));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Comes back to the page only if it is one of ours that can be opened by its address alone.
    private static Answer chooseLanguage(Visitor visitor) {
        var chosen = visitor.form("language").equals("zh") ? "zh" : "en";
        var to = visitor.form("to");
        var next = to.matches("/(sign-in|code|second-factor|link|prove|places|account|account/password"
                        + "|(platform|(merchants|applications)/[0-9]{1,18})/people)")
                ? to
                : "/";
        return PageAnswer.seeOther(next, List.of(Cookies.LANGUAGE.set(new Secret(chosen))));
    }

    public Api api() {
        return new Api(
                List.copyOf(routes),
                PeopleMessage.PAGE_UNKNOWN,
                PeopleMessage.PAGE_MISSPELT,
                Optional.empty(),
                FailureListener.NOBODY,
                Optional.of(PeopleInterface::failurePage));
    }

    private static byte[] failurePage(Request request, int status, Violation violation) {
        var language = PeopleDoor.language(request);
        var page = new Page(new PageTexts(language), Optional.empty(), "/", Optional.empty());
        return Pages.html("failure", page, Map.of("text", violation.text(language), "request", request.id()));
    }

    @Override
    public void close() {
        hasher.close();
    }
}

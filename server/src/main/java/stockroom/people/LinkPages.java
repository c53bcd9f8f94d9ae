package stockroom.people;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import stockroom.admin.people.LinkStore.Kind;
import stockroom.admin.people.LinkStore.Link;
import stockroom.admin.people.LinkUseStore;
import stockroom.admin.people.PersonName;
import stockroom.admin.people.PersonStore.Login;
import stockroom.admin.people.RandomSecret;
import stockroom.admin.people.SessionStore.State;
import stockroom.config.Secret;
import stockroom.http.Answer;
import stockroom.http.PageAnswer;

/// Links that are used once. Opening one only shows a page, since programs that scan mail open it too.
record LinkPages(PeopleStores stores, Passwords passwords, SignInPages signIn, PlaceNames places) {
    /// What the page offers, which also names its texts.
    private enum Offer {
        NEW,
        ACCEPT,
        SIGN_IN,
        OTHER,
        RESET,
        FACTOR;

        String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /// Moves the secret from the address to a cookie, so that no log and no later request has it.
    Answer open(Visitor visitor) {
        var secret = visitor.request().pathValue("secret");
        return secret.matches(RandomSecret.FORM)
                ? PageAnswer.seeOther("/link", List.of(Cookies.LINK.set(new Secret(secret))))
                : Pages.to("/link");
    }

    Answer show(Visitor visitor) {
        return found(visitor).map(link -> page(visitor, link, visitor.page())).orElseGet(() -> unusable(visitor));
    }

    Answer use(Visitor visitor) {
        var link = found(visitor);
        if (link.isEmpty()) {
            return unusable(visitor);
        }
        var secret = Cookies.LINK.of(visitor.request()).orElseThrow();
        return switch (offer(visitor, link.get())) {
            case NEW -> acceptAsNew(visitor, link.get(), secret);
            case ACCEPT ->
                done(visitor, stores.linkUses().accept(visitor.from(), visitor.session(), secret), "/places");
            case SIGN_IN -> Pages.to("/sign-in");
            case OTHER -> page(visitor, link.get(), visitor.page());
            case RESET -> reset(visitor, link.get(), secret);
            case FACTOR -> done(visitor, stores.linkUses().removeFactor(visitor.from(), secret), "/sign-in");
        };
    }

    private Answer acceptAsNew(Visitor visitor, Link link, Secret secret) {
        var password = visitor.form("password");
        var fault = passwords.fault(link.name(), password, visitor.form("again"));
        if (fault.isPresent()) {
            return page(visitor, link, visitor.page().with(fault.get()));
        }
        var verifier = passwords.hash(visitor.request(), password);
        try {
            var person = stores.linkUses().acceptAsNew(visitor.from(), secret, verifier);
            return person.map(id -> begin(visitor, new Login(id, link.name(), verifier)))
                    .orElseGet(() -> unusable(visitor));
        } catch (LinkUseStore.NameTaken e) {
            return page(visitor, link, visitor.page());
        }
    }

    /// Signs the new person in, who may need to set up a second factor first, in place of whoever was signed in here.
    private Answer begin(Visitor visitor, Login login) {
        visitor.current().ifPresent(_ -> signIn.end(visitor));
        var begun = stores.sessions().begin(login, visitor.client());
        if (begun.isEmpty()) {
            return PageAnswer.seeOther("/sign-in", List.of(Cookies.LINK.delete()));
        }
        var cookies = new ArrayList<>(
                signIn.proceed(visitor, login.personId(), begun.get()).cookies());
        cookies.add(Cookies.LINK.delete());
        return PageAnswer.seeOther(begun.get().state() == State.SETUP ? "/second-factor" : "/", cookies);
    }

    private Answer reset(Visitor visitor, Link link, Secret secret) {
        var password = visitor.form("password");
        var fault = passwords.fault(link.name(), password, visitor.form("again"));
        if (fault.isPresent()) {
            return page(visitor, link, visitor.page().with(fault.get()));
        }
        var verifier = passwords.hash(visitor.request(), password);
        return done(visitor, stores.linkUses().reset(visitor.from(), secret, verifier), "/sign-in");
    }

    private Answer done(Visitor visitor, Optional<Link> used, String next) {
        return used.isPresent() ? PageAnswer.seeOther(next, List.of(Cookies.LINK.delete())) : unusable(visitor);
    }

    private Optional<Link> found(Visitor visitor) {
        return Cookies.LINK.of(visitor.request()).flatMap(stores.links()::find);
    }

    private Offer offer(Visitor visitor, Link link) {
        if (!link.is(Kind.INVITATION)) {
            return link.is(Kind.RESET) ? Offer.RESET : Offer.FACTOR;
        }
        if (PersonName.of(link.name()).flatMap(stores.people()::find).isEmpty()) {
            return Offer.NEW;
        }
        var session = visitor.current().filter(open -> open.state() == State.OPEN);
        if (session.isEmpty()) {
            return Offer.SIGN_IN;
        }
        return LinkUseStore.isFor(link, session.get().name()) ? Offer.ACCEPT : Offer.OTHER;
    }

    private Answer page(Visitor visitor, Link link, Page page) {
        var invited = link.is(Kind.INVITATION)
                ? visitor.texts()
                        .get(
                                "link.invited",
                                places.of(visitor, link.place()),
                                visitor.texts().role(link.grant().role()))
                : "";
        return Pages.of(
                "link",
                page,
                Map.of(
                        "offer",
                        offer(visitor, link).word(),
                        "name",
                        link.name(),
                        "invited",
                        invited,
                        "by",
                        link.madeBy()));
    }

    private static Answer unusable(Visitor visitor) {
        return Pages.of(
                404, "notice", visitor.page("/link"), Map.of("text", "link.unusable"), List.of(Cookies.LINK.delete()));
    }
}

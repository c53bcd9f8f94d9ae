package stockroom.people;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import stockroom.admin.people.PersonName;
import stockroom.admin.people.PersonStore.Login;
import stockroom.admin.people.RandomSecret;
import stockroom.admin.people.SecondFactorStore.Outcome;
import stockroom.admin.people.SessionStore.Begun;
import stockroom.admin.people.SessionStore.State;
import stockroom.config.Secret;
import stockroom.http.Answer;
import stockroom.http.PageAnswer;
import stockroom.http.Request;
import stockroom.http.failure.Failure;
import stockroom.people.PasswordQueue.Group;
import stockroom.share.Owner;

/// Sign-in by name and password, and then by a code where the person has a second factor.
record SignInPages(PeopleStores stores, Passwords passwords, SignInGuard guard) {
    Answer begin(Visitor visitor) {
        return visitor.current().isPresent() ? Pages.to("/") : page(200, visitor, "", Optional.empty());
    }

    /// Answers alike and takes as long whether a person has the name or not.
    Answer signIn(Visitor visitor) {
        var request = visitor.request();
        var given = visitor.form("name");
        var name = PersonName.of(given);
        var login = name.flatMap(stores.people()::login);
        var browser = Cookies.BROWSER
                .of(request)
                // asks for unknown names as well, since the question takes time
                .filter(secret ->
                        stores.browsers().knows(login.map(Login::personId).orElse(0L), secret));
        var source = source(name.map(PersonName::key).orElse(""), browser, request);
        if (!guard.take(source)) {
            return page(429, visitor, given, Optional.of("sign-in.wait"));
        }
        var owner = browser.isPresent() ? Owner.ofPerson(login.orElseThrow().personId()) : request.owner();
        var begun = isRight(visitor, owner, source, login)
                ? stores.sessions().begin(login.orElseThrow(), visitor.client())
                : Optional.<Begun>empty();
        if (begun.isEmpty()) {
            return page(403, visitor, given, Optional.of("sign-in.wrong"));
        }
        guard.succeeded(source);
        visitor.current().ifPresent(_ -> end(visitor));
        return proceed(visitor, login.orElseThrow().personId(), begun.get());
    }

    /// A password that was not checked is no guess.
    private boolean isRight(Visitor visitor, Owner owner, SignInGuard.Source source, Optional<Login> login) {
        try {
            var group = source.knownBrowser() ? Group.KNOWN : guard.isGuessing(source) ? Group.GUESSING : Group.NEW;
            return passwords.verify(
                    visitor.request(), group, owner, visitor.form("password"), login.map(Login::verifier));
        } catch (Failure e) {
            guard.notChecked(source);
            throw e;
        }
    }

    private static SignInGuard.Source source(String name, Optional<Secret> browser, Request request) {
        return browser.map(known -> SignInGuard.Source.ofBrowser(name, known.reveal()))
                .orElseGet(() -> SignInGuard.Source.of(name, request.client().block()));
    }

    PageAnswer proceed(Visitor visitor, long person, Begun begun) {
        return switch (begun.state()) {
            case CODE -> PageAnswer.seeOther("/code", List.of(Cookies.SESSION.set(begun.session())));
            case SETUP -> PageAnswer.seeOther("/second-factor", List.of(Cookies.SESSION.set(begun.session())));
            case OPEN -> signedIn(visitor.request(), person, begun.session());
        };
    }

    /// Makes the browser known, and goes on with a link if one was opened before. A cookie that others may have copied
    /// before this person signed in here is replaced.
    PageAnswer signedIn(Request request, long person, Secret session) {
        var browser = Cookies.BROWSER
                .of(request)
                .filter(present -> stores.browsers().knows(person, present))
                .orElseGet(RandomSecret::next);
        stores.browsers().add(person, browser);
        var next = Cookies.LINK.of(request).isPresent() ? "/link" : "/";
        return PageAnswer.seeOther(next, List.of(Cookies.SESSION.set(session), Cookies.BROWSER.set(browser)));
    }

    Answer askCode(Visitor visitor) {
        return visitor.session().state() == State.CODE ? Pages.of("code", visitor.page(), Map.of()) : Pages.to("/");
    }

    Answer giveCode(Visitor visitor) {
        var session = visitor.session();
        if (session.state() != State.CODE) {
            return Pages.to("/");
        }
        var checked = stores.factors()
                .check(session, visitor.form("code"), Cookies.BROWSER.of(visitor.request()), visitor.client());
        return switch (checked.outcome()) {
            case RIGHT ->
                signedIn(
                        visitor.request(), session.personId(), checked.session().orElseThrow());
            case WRONG -> Pages.of("code", visitor.page().with("code.wrong"), Map.of());
            case CLOSED -> Pages.of("code", visitor.page().with("code.closed"), Map.of());
            case ENDED -> page(403, visitor, "", Optional.of("code.ended"));
        };
    }

    Answer signOut(Visitor visitor) {
        visitor.current().ifPresent(_ -> end(visitor));
        return PageAnswer.seeOther("/sign-in", Cookies.signOut());
    }

    void end(Visitor visitor) {
        stores.sessions().end(visitor.by(), visitor.person(), visitor.session().sessionId());
    }

    Answer askProof(Visitor visitor) {
        return proof(visitor, visitor.page());
    }

    Answer prove(Visitor visitor) {
        var request = visitor.request();
        var session = visitor.session();
        var login = PersonName.of(session.name()).flatMap(stores.people()::login);
        var source = SignInGuard.Source.ofBrowser(session.name(), "session " + session.sessionId());
        if (!guard.take(source)) {
            return proof(visitor, visitor.page().with("sign-in.wait"));
        }
        if (!isRight(visitor, request.owner(), source, login)) {
            return proof(visitor, visitor.page().with("password.wrong"));
        }
        if (stores.factors().has(session.personId())) {
            var checked = stores.factors()
                    .check(session, visitor.form("code"), Cookies.BROWSER.of(request), visitor.client());
            if (checked.outcome() == Outcome.ENDED) {
                return page(403, visitor, "", Optional.of("code.ended"));
            }
            if (checked.outcome() != Outcome.RIGHT) {
                var closed = checked.outcome() == Outcome.CLOSED;
                return proof(visitor, visitor.page().with(closed ? "code.closed" : "code.wrong"));
            }
        } else {
            stores.sessions().prove(session.sessionId());
        }
        guard.succeeded(source);
        return Pages.to("/account");
    }

    private Answer proof(Visitor visitor, Page page) {
        return Pages.of("prove", page, Map.of("withCode", stores.factors().has(visitor.person())));
    }

    private static Answer page(int status, Visitor visitor, String name, Optional<String> error) {
        var page = visitor.page("/sign-in");
        return Pages.of(status, "signIn", error.map(page::with).orElse(page), Map.of("name", name), List.of());
    }
}

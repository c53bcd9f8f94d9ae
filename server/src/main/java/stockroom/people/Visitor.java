package stockroom.people;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import stockroom.admin.people.Authority;
import stockroom.admin.people.Grant;
import stockroom.admin.people.LinkUseStore;
import stockroom.admin.people.SessionStore.Client;
import stockroom.admin.people.SessionStore.Session;
import stockroom.admin.people.SessionStore.State;
import stockroom.audit.Operator;
import stockroom.http.Request;
import stockroom.http.input.Parameters;

/// Whoever uses a browser. `grants` are those that count in this session and from this address.
record Visitor(Request request, Parameters fields, Locale language, Optional<Session> current, List<Grant> grants) {
    Session session() {
        return current.orElseThrow();
    }

    long person() {
        return session().personId();
    }

    Client client() {
        return new Client(request.client().text(), request.header("User-Agent").orElse(""), request.id());
    }

    Operator by() {
        return Operator.person(
                session().name(), person(), request.id(), request.client().text());
    }

    LinkUseStore.From from() {
        return new LinkUseStore.From(request.id(), request.client().text());
    }

    Authority authority() {
        return new Authority(grants);
    }

    PageTexts texts() {
        return new PageTexts(language);
    }

    Page page() {
        return page(request.path());
    }

    /// Use it for a form whose own path has no page.
    Page page(String path) {
        return new Page(texts(), current.filter(Visitor::isOpen).map(Session::name), path, Optional.empty());
    }

    String form(String field) {
        return fields.text(field).orElse("");
    }

    private static boolean isOpen(Session session) {
        return session.state() == State.OPEN;
    }
}

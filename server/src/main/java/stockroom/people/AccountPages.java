package stockroom.people;

import java.util.List;
import java.util.Map;
import stockroom.admin.people.Grant;
import stockroom.http.Answer;
import stockroom.http.input.Numbers;

/// What belongs to a person: where to go, password, second factor, sessions and memberships.
record AccountPages(PeopleStores stores, Passwords passwords, PlaceNames places) {
    Answer home(Visitor visitor) {
        return Pages.to(visitor.current().isPresent() ? "/places" : "/sign-in");
    }

    Answer places(Visitor visitor) {
        return Pages.of("places", visitor.page(), Map.of("places", views(visitor)));
    }

    private List<PlaceView> views(Visitor visitor) {
        var authority = visitor.authority();
        return stores.memberships().of(visitor.person()).stream()
                .map(held -> held.membership().grant())
                .map(grant -> new PlaceView(
                        places.of(visitor, grant.place()),
                        visitor.texts().role(grant.role()),
                        PlaceNames.path(grant.place()),
                        visitor.grants().contains(grant),
                        visitor.grants().contains(grant) && authority.mayChange(grant.place())))
                .toList();
    }

    Answer show(Visitor visitor) {
        return show(visitor, visitor.page());
    }

    private Answer show(Visitor visitor, Page page) {
        long person = visitor.person();
        boolean withFactor = stores.factors().has(person);
        return Pages.of(
                "account",
                page,
                Map.of(
                        "places", views(visitor),
                        "sessions", stores.sessions().list(person),
                        "present", visitor.session().sessionId(),
                        "proven", visitor.session().proven(),
                        "withFactor", withFactor,
                        "codes", withFactor ? stores.factors().countRecoveryCodes(person) : 0));
    }

    Answer askPassword(Visitor visitor) {
        return Pages.of("password", visitor.page(), Map.of());
    }

    Answer changePassword(Visitor visitor) {
        var name = visitor.session().name();
        var password = visitor.form("password");
        var fault = passwords.fault(name, password, visitor.form("again"));
        if (fault.isPresent()) {
            return Pages.of("password", visitor.page().with(fault.get()), Map.of());
        }
        var verifier = passwords.hash(visitor.request(), password);
        var browser = Cookies.BROWSER.of(visitor.request());
        boolean changed = stores.people().changePassword(visitor.by(), visitor.session(), browser, verifier);
        return Pages.to(changed ? "/account" : "/sign-in");
    }

    Answer endSession(Visitor visitor) {
        Numbers.whole(visitor.form("session"), 1, Integer.MAX_VALUE)
                .ifPresent(session -> stores.sessions().end(visitor.by(), visitor.person(), session));
        return Pages.to("/account");
    }

    /// A person may leave any place, whatever this session opens. All their sessions end.
    Answer leave(Visitor visitor) {
        var left = stores.memberships().of(visitor.person()).stream()
                .map(held -> held.membership().grant())
                .map(Grant::place)
                .filter(place -> PlaceNames.path(place).equals(visitor.form("place")))
                .findFirst();
        left.ifPresent(place -> stores.memberships().end(visitor.by(), visitor.person(), place));
        return Pages.to("/account");
    }
}

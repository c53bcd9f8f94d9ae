package stockroom.people;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import stockroom.admin.people.Base32;
import stockroom.admin.people.SessionStore.State;
import stockroom.http.Answer;

/// Setting up a second factor, and new recovery codes.
record FactorPages(PeopleStores stores, SignInPages signIn) {
    private static final String ISSUER = "Stockroom";

    Answer begin(Visitor visitor) {
        return mayChange(visitor) ? setup(visitor, visitor.page()) : Pages.to(elsewhere(visitor));
    }

    /// All sessions end, and this browser gets a new one.
    Answer confirm(Visitor visitor) {
        if (!mayChange(visitor)) {
            return Pages.to(elsewhere(visitor));
        }
        var confirmed = stores.factors()
                .confirm(visitor.by(), visitor.session(), visitor.form("code").strip(), visitor.client());
        if (confirmed.isEmpty()) {
            return setup(visitor, visitor.page().with("code.wrong"));
        }
        var cookies = signIn.signedIn(
                        visitor.request(), visitor.person(), confirmed.get().session())
                .cookies();
        return Pages.of(
                200, "recovery", visitor.page(), Map.of("codes", confirmed.get().recoveryCodes()), cookies);
    }

    Answer newCodes(Visitor visitor) {
        if (!stores.factors().has(visitor.person())) {
            return Pages.to("/account");
        }
        var codes = stores.factors().newRecoveryCodes(visitor.by(), visitor.person());
        return Pages.of("recovery", visitor.page("/account"), Map.of("codes", codes));
    }

    /// Someone who signs in with a second factor that exists must give its code first.
    private static boolean mayChange(Visitor visitor) {
        var session = visitor.session();
        return session.state() == State.SETUP || (session.state() == State.OPEN && session.proven());
    }

    private static String elsewhere(Visitor visitor) {
        return visitor.session().state() == State.CODE ? "/code" : "/prove";
    }

    private Answer setup(Visitor visitor, Page page) {
        var key = Base32.of(stores.factors().next(visitor.session()));
        var name = URLEncoder.encode(visitor.session().name(), StandardCharsets.UTF_8)
                .replace("+", "%20");
        var link = "otpauth://totp/%s:%s?secret=%s&issuer=%s".formatted(ISSUER, name, key, ISSUER);
        var groups = key.replaceAll("(.{4})(?!$)", "$1 ");
        return Pages.of("setup", page, Map.of("qr", QrSvg.of(link), "link", link, "key", groups));
    }
}

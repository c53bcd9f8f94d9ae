package stockroom.people;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import stockroom.admin.people.RandomSecret;
import stockroom.config.Secret;
import stockroom.http.Request;

/// Browsers accept these cookies only from this host itself, over a secure connection and for all its paths, and
/// show them to no script.
enum Cookies {
    SESSION(Duration.ofDays(14), RandomSecret.FORM),
    BROWSER(Duration.ofDays(400), RandomSecret.FORM),
    /// Carries the secret of a link from its address to the page, so that no later request has it in its address.
    LINK(Duration.ofHours(1), RandomSecret.FORM),
    LANGUAGE(Duration.ofDays(400), "en|zh");

    private final Duration lifetime;
    private final Pattern form;

    Cookies(Duration lifetime, String form) {
        this.lifetime = lifetime;
        this.form = Pattern.compile(form);
    }

    private String cookie() {
        return "__Host-" + name().toLowerCase(Locale.ROOT);
    }

    /// Returns empty if the browser sent more than one, since it is unclear which is ours.
    Optional<Secret> of(Request request) {
        var found = request.headers("Cookie").stream()
                .flatMap(header -> Stream.of(header.split(";", -1)))
                .map(String::strip)
                .filter(pair -> pair.startsWith(cookie() + "="))
                .map(pair -> pair.substring(cookie().length() + 1))
                .toList();
        return found.size() == 1 && form.matcher(found.getFirst()).matches()
                ? Optional.of(new Secret(found.getFirst()))
                : Optional.empty();
    }

    String set(Secret value) {
        return set(value.reveal(), lifetime);
    }

    String delete() {
        return set("", Duration.ZERO);
    }

    static List<String> signOut() {
        return List.of(SESSION.delete(), LINK.delete());
    }

    private String set(String value, Duration age) {
        return "%s=%s; Path=/; Max-Age=%d; Secure; HttpOnly; SameSite=Lax".formatted(cookie(), value, age.toSeconds());
    }
}

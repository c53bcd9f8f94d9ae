package stockroom.people;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import stockroom.auth.SecretCipher;
import stockroom.http.bounds.Networks;
import stockroom.testing.platform.Platform;

final class PeoplePaths {
    private PeoplePaths() {}

    /// Returns methods and paths, as in `GET /sign-in`.
    static List<String> of(Platform platform) {
        var cipher = new SecretCipher(Path.of(platform.environment().get("STOCKROOM_AUTH_KEYSET_FILE")));
        var rules = new PeopleRules(URI.create(Platform.CONSOLE), new Networks(List.of()));
        var stores = PeopleStores.of(platform.database(), cipher);
        try (var people = new PeopleInterface(stores, rules, platform.clock(), new SimpleMeterRegistry())) {
            return people.api().routes().stream()
                    .map(route -> route.method() + " " + route.path())
                    .toList();
        }
    }
}

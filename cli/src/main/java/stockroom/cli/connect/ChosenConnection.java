package stockroom.cli.connect;

import java.net.URI;
import java.util.NavigableMap;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import stockroom.cli.CommandFailure;
import stockroom.cli.ExitCode;
import stockroom.cli.Shell;

/// Which connection a command uses: `--profile`, else the environment, else the profiles file.
final class ChosenConnection {
    private static final String DEFAULT_NAME = "default";
    private static final String DEFAULT_ADDRESS = "http://127.0.0.1:9080";

    private ChosenConnection() {}

    /// @param named the profile of the command line
    static Connection choose(Shell shell, @Nullable String named) {
        var profiles = Profiles.of(shell);
        if (named != null) {
            return complete(profile(profiles, named), Optional.empty(), Optional.empty());
        }
        var address = shell.setting("STOCKROOM_CLI_ADDRESS");
        var key = shell.setting("STOCKROOM_CLI_KEY");
        if (address.isPresent() && key.isPresent()) {
            return new Connection(Connection.address(address.get()), new Key(key.get()));
        }
        var profile = shell.setting("STOCKROOM_CLI_PROFILE")
                .map(name -> profile(profiles, name))
                .orElseGet(() -> only(profiles.all()));
        return complete(profile, address, key);
    }

    private static Profiles.Profile profile(Profiles profiles, String name) {
        var all = profiles.all();
        var profile = all.get(name);
        if (profile == null) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "profile: %s (expected: one of %s in %s)".formatted(name, all.keySet(), profiles.file()));
        }
        return profile;
    }

    private static Profiles.Profile only(NavigableMap<String, Profiles.Profile> all) {
        var preferred = all.get(DEFAULT_NAME);
        if (preferred != null) {
            return preferred;
        }
        if (all.size() > 1) {
            throw new CommandFailure(ExitCode.USAGE, "which profile? Say --profile with one of " + all.keySet());
        }
        return all.isEmpty()
                ? new Profiles.Profile(Optional.empty(), Optional.empty())
                : all.firstEntry().getValue();
    }

    private static Connection complete(Profiles.Profile profile, Optional<String> address, Optional<String> key) {
        URI where = Connection.address(address.or(profile::address).orElse(DEFAULT_ADDRESS));
        var opener =
                key.or(profile::key).orElseThrow(() -> new CommandFailure(ExitCode.NOT_ALLOWED, """
                no operator's key. Make the first one on the server's machine:
                  stockroom-server create-operator-key NAME
                and keep it here:
                  stockroom profile set default --address %s""".formatted(where)));
        return new Connection(where, new Key(opener));
    }
}

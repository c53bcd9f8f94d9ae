package stockroom.cli.connect;

import java.util.NavigableMap;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import stockroom.cli.connect.Profiles.Profile;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.shell.ExitCode;
import stockroom.cli.shell.Secret;
import stockroom.cli.shell.Shell;

/// Chooses the connection of a command: `--profile`, else the environment, else the profiles file.
final class ChosenConnection {
    private static final String DEFAULT_NAME = "default";
    private static final String DEFAULT_ADDRESS = "http://127.0.0.1:9080";

    private ChosenConnection() {}

    static Connection choose(Shell shell, @Nullable String named) {
        var profile = profile(shell, named);
        return connection(profile)
                .orElseThrow(() -> new CommandFailure(
                        ExitCode.NOT_ALLOWED, """
                no operator's key. Make the first one on the server's machine:
                  stockroom-server create-operator-key NAME
                and keep it here:
                  stockroom profile set default --address %s""", profile.address().orElse(DEFAULT_ADDRESS)));
    }

    /// Returns nothing without a key, because some commands work without a connection.
    static Optional<Connection> find(Shell shell, @Nullable String named) {
        return connection(profile(shell, named));
    }

    private static Optional<Connection> connection(Profile profile) {
        var address = Connection.address(profile.address().orElse(DEFAULT_ADDRESS));
        return profile.key().map(key -> new Connection(address, key));
    }

    private static Profile profile(Shell shell, @Nullable String named) {
        var profiles = Profiles.of(shell);
        if (named != null) {
            return profile(profiles, named);
        }
        var address = shell.setting("STOCKROOM_CLI_ADDRESS");
        var key = shell.setting("STOCKROOM_CLI_KEY").map(Secret::new);
        if (address.isPresent() && key.isPresent()) {
            return new Profile(address, key);
        }
        var profile = shell.setting("STOCKROOM_CLI_PROFILE")
                .map(name -> profile(profiles, name))
                .orElseGet(() -> only(profiles.all()));
        if (address.isPresent() && profile.key().isPresent()) {
            refuseOtherAddress(address.get(), profile.address().orElse(DEFAULT_ADDRESS));
        }
        return new Profile(address.or(profile::address), key.or(profile::key));
    }

    /// Sends a profile's key to that profile's address only.
    private static void refuseOtherAddress(String address, String ofProfile) {
        if (!Connection.address(address).equals(Connection.address(ofProfile))) {
            throw new CommandFailure(
                    ExitCode.NOT_ALLOWED,
                    "STOCKROOM_CLI_ADDRESS: %s (expected: %s, the profile's, whose key is sent nowhere else);"
                                    .formatted(address, ofProfile)
                            + " set STOCKROOM_CLI_KEY too");
        }
    }

    private static Profile profile(Profiles profiles, String name) {
        var profile = profiles.all().get(name);
        if (profile == null) {
            throw new CommandFailure(ExitCode.USAGE, profiles.notThere(name));
        }
        return profile;
    }

    private static Profile only(NavigableMap<String, Profile> all) {
        var preferred = all.get(DEFAULT_NAME);
        if (preferred != null) {
            return preferred;
        }
        if (all.size() > 1) {
            throw CommandFailure.usage(
                    "which profile? (expected: --profile with one of %s)", String.join(", ", all.keySet()));
        }
        return all.isEmpty()
                ? new Profile(Optional.empty(), Optional.empty())
                : all.firstEntry().getValue();
    }
}

package stockroom.cli.connect;

import java.util.Iterator;
import java.util.List;

/// Names of profiles, for the completion script, which looks them up when it is asked.
public final class ProfileNames implements Iterable<String> {
    /// Stands in the script for what [#LOOK_UP] says.
    public static final String PLACE = "PROFILE_NAMES";

    /// A shell function that prints them.
    public static final String LOOK_UP = """
            _stockroom_profiles() {
              sed -n 's/\\.address=.*//p' "${STOCKROOM_CLI_PROFILES:-${XDG_CONFIG_HOME:-$HOME/.config}/stockroom/profiles.properties}" 2>/dev/null
            }
            """;

    @Override
    public Iterator<String> iterator() {
        return List.of(PLACE).iterator();
    }
}

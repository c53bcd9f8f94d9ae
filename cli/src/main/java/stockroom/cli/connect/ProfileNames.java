package stockroom.cli.connect;

import java.util.Iterator;
import java.util.List;

/// Completes the names of profiles in the profiles file.
public final class ProfileNames implements Iterable<String> {
    /// The completion script replaces this word with the output of [#LOOK_UP].
    public static final String PLACE = "PROFILE_NAMES";

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

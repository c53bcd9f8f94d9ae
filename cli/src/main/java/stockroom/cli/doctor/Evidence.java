package stockroom.cli.doctor;

import org.jspecify.annotations.Nullable;
import stockroom.cli.shell.Secret;

/// All that is known of a call.
///
/// @param now when the server looked at it, in seconds, by the clock that is named
/// @param secret what the call should have been signed with, if it was given
/// @param facts what the platform knows, if it could be asked
/// @param unasked why it could not be, or what that needs
record Evidence(
        Headers headers,
        long now,
        Clock clock,
        @Nullable Secret secret,
        Platform.@Nullable Facts facts,
        String unasked) {
    static final String NO_KEY = "needs an operator's key: stockroom profile set";

    /// Whose time it is.
    enum Clock {
        /// The server's, in its answer to this very call.
        ANSWER("the server's clock"),
        /// The server's, asked just now.
        SERVER("the server's clock"),
        GIVEN("the time of the call"),
        OURS("this machine's clock");

        private final String text;

        Clock(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }

        /// Whether it tells the time now, and not that of the call.
        boolean isNow() {
            return this == SERVER || this == OURS;
        }
    }
}

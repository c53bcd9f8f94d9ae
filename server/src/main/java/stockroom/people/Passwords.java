package stockroom.people;

import java.util.Optional;
import stockroom.http.Request;
import stockroom.people.PasswordQueue.Group;
import stockroom.share.Owner;

/// Checks and hashes passwords in the request's turn.
record Passwords(PasswordHasher hasher) {
    private static final int MIN_LENGTH = 12;
    private static final int MAX_LENGTH = 128;

    /// Returns the key of the text that says what is wrong with a new password.
    Optional<String> fault(String name, String password, String again) {
        int length = password.codePointCount(0, password.length());
        if (length < MIN_LENGTH || length > MAX_LENGTH) {
            return Optional.of("password.length");
        }
        if (CommonPasswords.contain(password) || password.equalsIgnoreCase(name)) {
            return Optional.of("password.common");
        }
        return password.equals(again) ? Optional.empty() : Optional.of("password.again");
    }

    String hash(Request request, String password) {
        var owner = request.owner();
        return request.waiting(() -> hasher.hash(owner, password));
    }

    /// A longer password than any that can be set is wrong, and not worth hashing.
    boolean verify(Request request, Group group, Owner owner, String password, Optional<String> verifier) {
        var tried = password.length() <= 4 * MAX_LENGTH ? password : "";
        return request.waiting(() -> hasher.verify(group, owner, tried, verifier));
    }
}

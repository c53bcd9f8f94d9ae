package stockroom.admin.credentials;

import java.time.Instant;

/// `createdAt` distinguishes the object from another one that got the same number after a restore.
///
/// @param part is the slot of a secret, or the merchant or application of a membership
record Ended(Kind kind, String id, long part, Instant createdAt) {
    enum Kind {
        TOKEN,
        SECRET,
        OPERATOR_KEY,
        APPLICATION,
        MERCHANT,
        DELETED_MERCHANT,
        PERSON,
        PLATFORM_MEMBER,
        MERCHANT_MEMBER,
        APPLICATION_MEMBER
    }

    Ended {
        // the id becomes part of a shell command
        if (!id.matches(kind == Kind.TOKEN ? "[0-9a-f]{16}" : "[0-9]{1,18}")) {
            throw new IllegalArgumentException("id of %s: %s (expected: as the audit log has it)".formatted(kind, id));
        }
    }

    Ended(Kind kind, String id, Instant createdAt) {
        this(kind, id, 0, createdAt);
    }

    String command() {
        return switch (kind) {
            case TOKEN -> "stockroom token revoke " + id;
            case SECRET -> "stockroom application end-secret %s %d".formatted(id, part);
            case OPERATOR_KEY -> "stockroom key revoke " + id;
            case APPLICATION -> "stockroom application suspend " + id;
            case MERCHANT -> "stockroom merchant suspend " + id;
            case DELETED_MERCHANT -> "stockroom merchant delete " + id;
            case PERSON -> "stockroom person remove " + id;
            case PLATFORM_MEMBER -> "stockroom person remove %s --platform".formatted(id);
            case MERCHANT_MEMBER -> "stockroom person remove %s --merchant %d".formatted(id, part);
            case APPLICATION_MEMBER -> "stockroom person remove %s --application %d".formatted(id, part);
        };
    }
}

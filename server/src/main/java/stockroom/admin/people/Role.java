package stockroom.admin.people;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// Of each kind, a role includes the ones before it. Those of the platform are named as operators' scopes.
public enum Role {
    READ(Kind.PLATFORM),
    SUPPORT(Kind.PLATFORM),
    WRITE(Kind.PLATFORM),
    KEYS(Kind.PLATFORM),
    VIEWER(Kind.MERCHANT),
    STAFF(Kind.MERCHANT),
    OWNER(Kind.MERCHANT),
    PROGRAMMER(Kind.APPLICATION);

    public enum Kind {
        PLATFORM,
        MERCHANT,
        APPLICATION
    }

    private final Kind kind;

    Role(Kind kind) {
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public boolean includes(Role other) {
        return kind == other.kind && compareTo(other) >= 0;
    }

    public static List<String> words(Kind kind) {
        return Arrays.stream(values())
                .filter(role -> role.kind == kind)
                .map(Role::word)
                .toList();
    }

    public static Role of(String word) {
        return Role.valueOf(word.toUpperCase(Locale.ROOT));
    }
}

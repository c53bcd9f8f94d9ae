package stockroom.http.input;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

public final class FieldNames {
    private enum Rule {
        /// Names must be spelt as here, and every other field is a violation.
        EXACT,
        /// Names may have any case, and other fields are ignored.
        ANY_CASE,
        /// Names may have any case, and violations show a name as it was sent.
        ANY_CASE_AS_SENT
    }

    public static final FieldNames NONE = inAnyCase();

    public static final class Given {
        private final FieldNames names;
        private long bits;

        Given(FieldNames names) {
            this.names = names;
        }

        boolean add(int index) {
            long before = bits;
            bits |= 1L << index;
            return bits != before;
        }

        public boolean has(String name) {
            return (bits & 1L << names.find(name)) != 0;
        }
    }

    private final Rule rule;
    private final List<String> names;
    private final Map<String, Integer> indexes = new HashMap<>();

    private FieldNames(Rule rule, List<String> names) {
        this.rule = rule;
        this.names = names;
        for (int i = 0; i < names.size(); i++) {
            indexes.put(names.get(i), i);
            if (rule != Rule.EXACT) {
                indexes.put(names.get(i).toLowerCase(Locale.ROOT), i);
            }
        }
    }

    public static FieldNames exactly(String... names) {
        return new FieldNames(Rule.EXACT, List.of(names));
    }

    public static FieldNames inAnyCase(String... names) {
        return new FieldNames(Rule.ANY_CASE, List.of(names));
    }

    public static FieldNames inAnyCaseAsSent(String... names) {
        return new FieldNames(Rule.ANY_CASE_AS_SENT, List.of(names));
    }

    boolean refusesOthers() {
        return rule == Rule.EXACT;
    }

    int size() {
        return names.size();
    }

    List<String> all() {
        return names;
    }

    String name(int index) {
        return names.get(index);
    }

    /// Returns a negative number for an unknown name.
    int find(String sent) {
        var index = indexes.get(sent);
        if (index == null && rule != Rule.EXACT) {
            index = indexes.get(sent.toLowerCase(Locale.ROOT));
        }
        return index == null ? -1 : index;
    }

    String shown(String sent, int index) {
        return rule == Rule.ANY_CASE ? names.get(index) : sent;
    }

    @Override
    public String toString() {
        return String.join(", ", names);
    }
}

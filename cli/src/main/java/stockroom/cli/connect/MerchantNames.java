package stockroom.cli.connect;

import java.util.Iterator;
import java.util.List;

/// Completes store names with those on the server that match what is typed.
public final class MerchantNames implements Iterable<String> {
    /// The completion script replaces this word with the output of [#LOOK_UP].
    public static final String PLACE = "MERCHANT_NAMES";

    public static final String LOOK_UP = """
            _stockroom_merchants() {
              local typed=${COMP_WORDS[COMP_CWORD]}
              [[ $typed == -* ]] && return
              stockroom merchant list --search "$typed" --limit 1000 --columns storeUrl -o csv 2>/dev/null </dev/null | tail -n +2
            }
            """;

    @Override
    public Iterator<String> iterator() {
        return List.of(PLACE).iterator();
    }
}

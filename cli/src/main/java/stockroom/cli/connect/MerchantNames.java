package stockroom.cli.connect;

import java.util.Iterator;
import java.util.List;

/// Store names of merchants, for the completion script, which asks the server for those that have what is typed.
public final class MerchantNames implements Iterable<String> {
    /// Stands in the script for what [#LOOK_UP] says.
    public static final String PLACE = "MERCHANT_NAMES";

    /// A shell function that prints them.
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

package stockroom.bench.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import stockroom.bench.load.RequestKey;
import stockroom.bench.process.Failure;

/// Represents a statement of bench/sql for pgbench, with lines before it that choose its values.
///
/// @param inTurn each client has its own keys, so that an account waits two seconds; otherwise keys are random
/// @param variables have the same value in all calls
/// @param weight how often it runs, relative to the statements beside it
public record BareStatement(
        String sql, List<RequestKey> keys, boolean inTurn, Map<String, String> variables, int weight) {
    public static final int CLIENTS = 64;

    public static BareStatement ofRandom(String sql, List<RequestKey> keys, Map<String, String> variables) {
        return new BareStatement(sql, keys, false, variables, 1);
    }

    public static BareStatement inTurn(String sql, List<RequestKey> keys, Map<String, String> variables) {
        return new BareStatement(sql, keys, true, variables, 1);
    }

    public BareStatement weighing(int weight) {
        return new BareStatement(sql, keys, inTurn, variables, weight);
    }

    void write(Path file, int clients) {
        try {
            Files.writeString(file, choice(clients) + Files.readString(Path.of("bench/sql", sql + ".sql")));
        } catch (IOException e) {
            throw new Failure("%s: %s".formatted(file, e.getMessage()), e);
        }
    }

    private String choice(int clients) {
        var lines = new StringBuilder();
        if (inTurn) {
            int share = keys.size() / clients;
            lines.append("\\set turn (:turn + 1) %% %d\n\\set r :turn * %d + :client_id\n".formatted(share, clients));
        } else {
            lines.append("\\set r random(0, %d)\n".formatted(keys.size() - 1));
        }
        lines.append("\\set quantity random(1, 999999999)\n");
        lines.append("\\set key ")
                .append(LookupExpression.of("r", keys, RequestKey::packed))
                .append('\n');
        lines.append("\\set merchant :key >> 32\n\\set product :key & 4294967295\n");
        if (keys.stream().anyMatch(key -> key.account() != key.merchant())) {
            lines.append("\\set account ")
                    .append(LookupExpression.of("r", keys, RequestKey::account))
                    .append('\n');
        } else {
            lines.append("\\set account :merchant\n");
        }
        return lines.toString();
    }
}

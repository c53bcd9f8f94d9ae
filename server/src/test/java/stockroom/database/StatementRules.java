package stockroom.database;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// Checks that a statement reads one merchant's rows. It reports SQL that it does not understand.
final class StatementRules {
    private static final Pattern SQL =
            Pattern.compile("(?is)\\s*(select|insert|update|delete|with|merge|truncate|copy|lock|call)\\s.*");
    private static final Pattern TABLE = Pattern.compile(
            "(?<word>from|join|into|update|using|truncate|table|copy|,)\\s+(?:only\\s+)?(?:public\\.)?(?<table>[a-z_]+)\\b"
                    + "(?!\\s*\\.)(?:\\s+(?:as\\s+)?(?!(?:where|join|left|right|full|inner|cross|on|set|values|order|group|for|select|returning|limit|using|natural)\\b)(?<alias>[a-z_]+))?");
    private static final String PARAMETER = "(?::\\w+|\\?|p_merchant|of_merchant|p_owner)";
    private static final Pattern VARYING = Pattern.compile(
            "\\b(?:(?:now|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday|random|gen_random_uuid|nextval)\\s*\\(|current_timestamp|current_date|localtimestamp)");
    private static final Pattern ON_CONFLICT = Pattern.compile("on conflict\\b.*?\\bdo update\\s+set\\b(?<set>.*)");

    private final Set<String> businessTables;

    StatementRules(Set<String> businessTables) {
        this.businessTables = businessTables;
    }

    static boolean isSql(String text) {
        return SQL.matcher(text).matches();
    }

    /// Splits a function's body into statements without comments and texts.
    static List<String> statements(String body) {
        return List.of(plain(body).split(";"));
    }

    private static String plain(String sql) {
        return sql.replaceAll("--[^\n]*", " ")
                .replaceAll("'(?:[^']|'')*'", "''")
                .replaceAll("\\s+", " ")
                .toLowerCase(Locale.ROOT)
                .strip();
    }

    List<String> violations(String statement) {
        var sql = plain(statement);
        var wrong = new ArrayList<String>();
        var tables = TABLE.matcher(sql);
        int bare = 0;
        boolean named = false;
        while (tables.find()) {
            var table = tables.group("table");
            // FOR UPDATE names no table, and a comma only in a list of tables, which the stores do not write
            if (!businessTables.contains(table)
                    || (tables.group("word").equals(",") && tables.group("alias") == null)) {
                continue;
            }
            named = true;
            var alias = tables.group("alias");
            if (tables.group("word").matches("into|copy")) {
                if (!sql.substring(tables.start("table")).matches(table + "(?: as \\w+)? ?\\( ?merchant_id\\b.*")) {
                    wrong.add("inserts into %s without merchant_id as the first column".formatted(table));
                }
            } else if (tables.group("word").equals(",")) {
                wrong.add("names %s after a comma (expected: JOIN)".formatted(table));
            } else if (alias == null) {
                bare++;
            } else if (!Pattern.compile("\\b%1$s\\.merchant_id = |= %1$s\\.merchant_id\\b".formatted(alias))
                    .matcher(sql)
                    .find()) {
                wrong.add("reads %s as %s without %s.merchant_id = …".formatted(table, alias, alias));
            }
        }
        long conditions = count(sql, "(?<![\\w.])merchant_id = " + PARAMETER);
        if (conditions < bare) {
            wrong.add("names %d tables with %d conditions merchant_id = parameter".formatted(bare, conditions));
        }
        if (named
                && !sql.matches("(?s).*\\b(insert into|copy) .*")
                && count(sql, "\\bmerchant_id = " + PARAMETER) == 0) {
            wrong.add("compares merchant_id with no parameter");
        }
        var conflict = ON_CONFLICT.matcher(sql);
        if (conflict.find() && VARYING.matcher(conflict.group("set")).find()) {
            wrong.add("ON CONFLICT DO UPDATE SET takes a value that is not immutable");
        }
        int returning = sql.indexOf(" returning ");
        // operators' keys are not distributed
        if (returning >= 0
                && !sql.contains("operator_key")
                && VARYING.matcher(sql.substring(returning)).find()) {
            wrong.add("RETURNING takes a value that is not immutable");
        }
        return wrong;
    }

    private static long count(String sql, String pattern) {
        return Pattern.compile(pattern).matcher(sql).results().count();
    }
}

package stockroom.database;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds what a migration must not do while servers of the previous version run (docs/adding-a-migration.md). It
/// understands only SQL as written in our migrations.
final class MigrationRules {
    private static final Pattern DOLLARS = Pattern.compile("\\$(\\w*)\\$.*?\\$\\1\\$", Pattern.DOTALL);
    private static final Pattern UNUSED = Pattern.compile("-- unused since V\\d+");

    private static final Map<Pattern, String> WRONG = new LinkedHashMap<>();

    static {
        wrong("(create( unique)?|drop) index (?!concurrently)", "locks the table: CONCURRENTLY");
        wrong("reindex (?!.*concurrently)", "locks the table: CONCURRENTLY");
        wrong("alter table .*add column (?!.*default).*not null", "the version before cannot insert: a default");
        wrong(
                "alter table .*add column .*default (now|clock_timestamp|random|gen_random_uuid|nextval)\\b",
                "rewrites the table: a constant default");
        wrong("alter table .*alter (column )?\\w+ (set data )?type ", "rewrites the table: a new column");
        wrong("alter table .*set not null", "reads the table: CHECK (… IS NOT NULL) NOT VALID");
        wrong(
                "alter table .*add (constraint \\w+ )?(check|foreign key)(?!.*not valid)",
                "reads the table: NOT VALID, then VALIDATE CONSTRAINT in the next file");
        wrong(
                "alter table .*add (constraint \\w+ )?(primary key|unique)(?!.* using index)",
                "builds an index: USING INDEX");
        wrong("alter table .*set (un)?logged", "rewrites the table");
        wrong("(update|delete from|merge into) ", "one long transaction: DO with batches and COMMIT");
        wrong("do (?!.*commit)", "one long transaction: COMMIT after each batch");
        wrong("create or replace ", "the version before would call it: a new name");
        wrong("alter .* rename ", "the version before does not know the new name");
        wrong("(lock|truncate|cluster|vacuum full)\\b", "locks the table");
    }

    /// Forbidden unless no server uses the object any more.
    private static final Pattern DROPPED =
            Pattern.compile("drop (table|function|view|type|sequence) .*|alter table .*drop (column )?\\w+.*");

    private MigrationRules() {}

    private static void wrong(String beginning, String why) {
        WRONG.put(Pattern.compile(beginning + ".*"), why);
    }

    static List<String> violations(String file) {
        var wrong = new ArrayList<String>();
        var bodies = DOLLARS.matcher(file)
                .replaceAll(body -> Matcher.quoteReplacement(body.group().replace(";", " ")));
        for (var text : bodies.split(";", -1)) {
            var statement = text.replaceAll("--[^\n]*", " ")
                    .replaceAll("\\s+", " ")
                    .toLowerCase(Locale.ROOT)
                    .strip();
            WRONG.forEach((pattern, why) -> {
                if (pattern.matcher(statement).matches()) {
                    wrong.add(statement + ": " + why);
                }
            });
            if (DROPPED.matcher(statement).matches() && !UNUSED.matcher(text).find()) {
                wrong.add(statement + ": the version before may use it (-- unused since V…)");
            }
        }
        if (bodies.toLowerCase(Locale.ROOT).contains("index concurrently")
                && !bodies.toLowerCase(Locale.ROOT).contains("set lock_timeout = 0")) {
            wrong.add("an index that is built concurrently keeps nobody waiting: SET lock_timeout = 0");
        }
        return wrong;
    }
}

package stockroom.admin.credentials;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import stockroom.admin.credentials.Ended.Kind;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads JSON lines of servers' logs or of the exported audit table, in any order.
public final class EndedReader {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Pattern CHANGE = Pattern.compile("\"action\" ?: ?\"([a-z-]+\\.[a-z-]+)\"");
    /// Lines of other actions are not parsed, since they can be long.
    private static final Set<String> ENDING = Set.of(
            "token.revoke",
            "operator-key.revoke",
            "secret.end",
            "application.change",
            "merchant.change",
            "merchant.delete",
            "person.remove",
            "membership.end");

    private final List<JsonNode> changes = new ArrayList<>();
    private long lineCount;
    private long changeCount;

    public void read(Stream<String> lines) {
        lines.forEach(this::read);
    }

    private void read(String line) {
        lineCount++;
        var change = CHANGE.matcher(line);
        if (!change.find()) {
            return;
        }
        changeCount++;
        if (ENDING.contains(change.group(1))) {
            try {
                changes.add(JSON.readTree(line));
            } catch (JacksonException e) {
                throw new IllegalArgumentException("not a line of JSON: " + line, e);
            }
        }
    }

    public long lines() {
        return lineCount;
    }

    public long changes() {
        return changeCount;
    }

    Set<Ended> ended() {
        var ended = new LinkedHashSet<Ended>();
        changes.stream().sorted(Comparator.comparing(EndedReader::time)).forEach(change -> apply(change, ended));
        return ended;
    }

    private static void apply(JsonNode change, Set<Ended> ended) {
        var before = change.path("before");
        var after = change.path("after");
        if (!after.isObject()) {
            // the merchant of the change has been deleted
            return;
        }
        switch (change.path("action").asString()) {
            case "token.revoke" -> ended.add(one(Kind.TOKEN, "tokenId", after));
            case "operator-key.revoke" -> ended.add(one(Kind.OPERATOR_KEY, "keyId", after));
            case "secret.end" -> endedSecrets(before, after).forEach(ended::add);
            case "application.change" -> suspended(one(Kind.APPLICATION, "applicationId", after), after, ended);
            case "merchant.change" -> suspended(one(Kind.MERCHANT, "merchantId", after), after, ended);
            case "person.remove" -> ended.add(one(Kind.PERSON, "personId", after));
            case "membership.end" -> ended.add(member(after));
            case "merchant.delete" -> {
                ended.remove(one(Kind.MERCHANT, "merchantId", after));
                ended.add(one(Kind.DELETED_MERCHANT, "merchantId", after));
            }
            default -> {}
        }
    }

    private static Ended one(Kind kind, String id, JsonNode item) {
        return new Ended(kind, item.path(id).asString(), createdAt(item));
    }

    private static Ended member(JsonNode membership) {
        var merchant = membership.path("merchantId");
        var application = membership.path("applicationId");
        var kind = merchant.isNumber()
                ? Kind.MERCHANT_MEMBER
                : application.isNumber() ? Kind.APPLICATION_MEMBER : Kind.PLATFORM_MEMBER;
        long part = merchant.isNumber() ? merchant.asLong() : application.asLong(0);
        return new Ended(kind, membership.path("personId").asString(), part, createdAt(membership));
    }

    private static Stream<Ended> endedSecrets(JsonNode before, JsonNode after) {
        return before.path("secrets")
                .valueStream()
                .filter(secret -> after.path("secrets").valueStream().noneMatch(secret::equals))
                .map(secret -> new Ended(
                        Kind.SECRET,
                        before.path("applicationId").asString(),
                        secret.path("slot").asInt(),
                        createdAt(secret)));
    }

    /// Changes come in order of time, so the last one decides.
    private static void suspended(Ended item, JsonNode after, Set<Ended> ended) {
        if (after.path("suspended").asBoolean()) {
            ended.add(item);
        } else {
            ended.remove(item);
        }
    }

    private static Instant createdAt(JsonNode item) {
        return Instant.parse(item.path("createdAt").asString());
    }

    /// A server's log has `time`, the table has `at`.
    private static OffsetDateTime time(JsonNode change) {
        return OffsetDateTime.parse(
                change.path(change.has("time") ? "time" : "at").asString());
    }
}

package stockroom.admin.operators;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Duration;
import java.util.Objects;
import stockroom.admin.input.Fields;
import stockroom.admin.input.Paging;
import stockroom.admin.input.PathIds;
import stockroom.audit.Operator;
import stockroom.http.Answer;
import stockroom.http.Request;
import stockroom.http.Version;

public record OperatorKeyResource(OperatorKeyStore keys) {
    private static final long DEFAULT_DAYS = 365;

    private record NewKey(
            @JsonUnwrapped @JsonIgnoreProperties("lastUsedAt")
            OperatorKeyStore.OperatorKey about,

            String key) {}

    public Answer list(Operator by, Request request) {
        return Answer.success(keys.list(Paging.wanted(request)));
    }

    private record Whoami(@JsonUnwrapped OperatorKeyStore.OperatorKey key, String serverVersion) {}

    public Answer whoami(Operator by, Request request) {
        return Answer.success(new Whoami(keys.find(Objects.requireNonNull(by.keyId())), Version.number()));
    }

    public Answer create(Operator by, Request request) {
        var fields = Fields.of(request, "name", "scope", "days");
        var name = fields.name("name");
        var scope = fields.choice("scope", Scope.WORDS);
        long days = fields.number("days", 1, OperatorKeyStore.MAX_DAYS).orElse(DEFAULT_DAYS);
        fields.finish();
        var created = keys.create(by, name, Scope.of(scope), Duration.ofDays(days));
        return Answer.created(new NewKey(created.about(), created.key().reveal()));
    }

    public Answer revoke(Operator by, Request request) {
        long key = PathIds.number(request, "key");
        return Answer.success(PathIds.found(keys.revoke(by, key), "operator key", key));
    }
}

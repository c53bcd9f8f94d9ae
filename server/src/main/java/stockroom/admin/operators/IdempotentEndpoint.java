package stockroom.admin.operators;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import stockroom.audit.Operator;
import stockroom.http.Answer;
import stockroom.http.Request;
import stockroom.http.failure.Excerpt;
import stockroom.http.failure.Failure;
import stockroom.requests.IdempotencyKey;
import tools.jackson.databind.json.JsonMapper;

/// Carries out a request with an Idempotency-Key once and repeats the response. The endpoint's store must call
/// [OperatorRequestStore#claim] in its transaction.
public record IdempotentEndpoint(OperatorRequestStore requests, OperatorEndpoint endpoint) implements OperatorEndpoint {
    private static final JsonMapper JSON = JsonMapper.shared();

    private record Said(int status, String body) {}

    @Override
    public Answer answer(Operator by, Request request) {
        var given = IdempotencyKey.of(request);
        if (given.isEmpty()) {
            return endpoint.answer(by, request);
        }
        var key = given.get();
        var before = requests.find(by, key);
        if (before.isPresent()) {
            return again(key, before.get());
        }
        try {
            if (!(endpoint.answer(by.with(key), request) instanceof Answer.Success success)) {
                throw new IllegalStateException("an operator's request is answered or fails");
            }
            var said = new Said(success.status(), JSON.writeValueAsString(success.body()));
            requests.keep(by, key, JSON.writeValueAsString(said), AboutMerchant.of(request, success));
            return of(said, Map.of());
        } catch (OperatorRequestStore.Done e) {
            return again(key, requests.find(by, key).orElseThrow());
        }
    }

    private static Answer again(IdempotencyKey key, OperatorRequestStore.Kept kept) {
        if (!kept.requestHash().equals(key.requestHash())) {
            throw key.reused();
        }
        return kept.answer()
                .map(text -> of(JSON.readValue(text, Said.class), Map.of("Idempotent-Replayed", "true")))
                .orElseThrow(() -> Failure.refused(409, OperatorKeyMessage.ANSWER_NOT_KEPT, Excerpt.of(key.key())));
    }

    private static Answer of(Said said, Map<String, String> headers) {
        return new Answer.Success(said.status, said.body.getBytes(StandardCharsets.UTF_8), headers);
    }
}

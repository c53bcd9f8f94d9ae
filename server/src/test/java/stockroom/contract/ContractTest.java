package stockroom.contract;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import stockroom.http.failure.Message;
import stockroom.http.failure.Messages;
import stockroom.http.failure.RequestMessage;
import stockroom.limits.LimitMessage;
import stockroom.testing.http.MerchantDescription;
import stockroom.testing.http.Reply;
import stockroom.testing.samples.ContractSample;
import stockroom.testing.samples.ContractState;
import tools.jackson.databind.JsonNode;

@Tag("also-on-citus")
@Tag("contract")
public class ContractTest {
    /// A working server with default settings does not send these on request.
    private static final Set<Message> NOT_SAMPLED = Set.of(
            RequestMessage.INTERNAL_ERROR,
            RequestMessage.UNAVAILABLE,
            RequestMessage.OUTCOME_UNKNOWN,
            RequestMessage.STOPPING,
            RequestMessage.OVERLOADED,
            RequestMessage.TOO_MANY_AT_ONCE,
            LimitMessage.READ_TOO_FAST);

    private static final String JUST_ADMITTED = "a create-stock request was just admitted";
    private static final Duration NEARLY_A_TURN = Duration.ofMillis(1_900);

    private static final JsonNode VOCABULARY = ContractSample.vocabulary();
    private static final List<ContractSample> SAMPLES = ContractSample.all();

    @TestFactory
    Stream<DynamicTest> everySampleIsAnsweredAsWritten() {
        return SAMPLES.stream().map(sample -> DynamicTest.dynamicTest(sample.name(), () -> check(sample)));
    }

    private record Sent(ContractState state, Reply reply) {}

    /// Starts again if the turn may have ended before the response.
    private static Sent send(ContractSample sample) {
        for (int attempt = 1; ; attempt++) {
            long begun = System.nanoTime();
            var state = new ContractState(sample.given());
            var sent = new Sent(state, sample.send(state));
            if (attempt == 10
                    || !sample.given().contains(JUST_ADMITTED)
                    || System.nanoTime() - begun < NEARLY_A_TURN.toNanos()) {
                return sent;
            }
        }
    }

    private static void check(ContractSample sample) {
        var sent = send(sample);
        var state = sent.state;
        var reply = sent.reply;

        var seen = new HashMap<String, String>();
        seen.put("requestId", reply.header("X-Request-Id").orElse("none"));
        assertThat(seen.get("requestId")).matches("[0-9a-f]{16}");
        compare(sample.name(), sample.expectedBody(state.values()), ContractSample.oneLine(reply.text()), seen);
        assertThat(reply.status())
                .as(sample.name())
                .isEqualTo(sample.answer().path("status").asInt());
        assertThat(reply.header("Content-Type")).hasValue("application/json");
        sample.answer().path("headers").forEachEntry((name, value) -> {
            if (value.isNull()) {
                assertThat(reply.header(name)).as(sample.name()).isEmpty();
            } else {
                compare(sample.name(), value.asString(), reply.header(name).orElse("none"), seen);
            }
        });
        assertThat(seen.entrySet().stream()
                        .filter(entry -> entry.getKey().startsWith("guid"))
                        .map(Map.Entry::getValue))
                .doesNotHaveDuplicates();
    }

    /// Compares a response with its sample. A placeholder stands for the same value everywhere in the response.
    public static void compare(String sample, String expected, String actual, Map<String, String> seen) {
        var regex = new StringBuilder();
        var names = new HashSet<String>();
        var placeholders = ContractSample.PLACEHOLDER.matcher(expected);
        int from = 0;
        while (placeholders.find()) {
            var name = placeholders.group(1);
            regex.append(Pattern.quote(expected.substring(from, placeholders.start())));
            if (seen.containsKey(name)) {
                regex.append(Pattern.quote(seen.get(name)));
            } else {
                regex.append(names.add(name) ? "(?<%s>%s)".formatted(name, pattern(name)) : "\\k<%s>".formatted(name));
            }
            from = placeholders.end();
        }
        var matcher =
                Pattern.compile(regex + Pattern.quote(expected.substring(from))).matcher(actual);
        assertThat(matcher.matches())
                .as("%s%nexpected: %s%nbut was:  %s", sample, expected, actual)
                .isTrue();
        names.forEach(name -> seen.put(name, matcher.group(name)));
    }

    private static String pattern(String name) {
        return VOCABULARY
                .path("placeholders")
                .path(name.replaceAll("[0-9]", ""))
                .path("pattern")
                .asString();
    }

    @Test
    void everyCodeTheServiceKnowsHasASample() {
        var sampled = SAMPLES.stream()
                .flatMap(sample -> sample.answer().findValues("code").stream())
                .map(JsonNode::asString)
                .collect(toSet());

        assertThat(sampled)
                .isEqualTo(Messages.forMerchants()
                        .filter(message -> !NOT_SAMPLED.contains(message))
                        .map(Message::code)
                        .collect(toSet()));
    }

    /// OverloadAndShutdownTest, LeakTest and ReadRateTest cover the other codes.
    @Test
    void everyDescribedCodeIsAnsweredToASampleUnlessItTakesAServerInTroubleOrASetting() {
        var answered = SAMPLES.stream()
                .map(sample -> sample.answer().at("/body/code").asString(""))
                .filter(code -> !code.isEmpty());

        assertThat(MerchantDescription.read()
                        .openApi()
                        .document()
                        .at("/components/schemas/Code/enum")
                        .valueStream()
                        .map(JsonNode::asString))
                .containsExactlyInAnyOrderElementsOf(Stream.concat(
                                answered,
                                Stream.of(
                                        "OVERLOADED",
                                        "TOO_MANY_AT_ONCE",
                                        "UNAVAILABLE",
                                        "OUTCOME_UNKNOWN",
                                        "INTERNAL_ERROR",
                                        "READ_TOO_FAST"))
                        .collect(toSet()));
    }

    @Test
    void theVocabularySaysWhatTheSamplesUseAndNothingElse() {
        var given = SAMPLES.stream().flatMap(sample -> sample.given().stream()).collect(toSet());
        var placeholders = SAMPLES.stream()
                .flatMap(sample -> ContractSample.PLACEHOLDER
                        .matcher(sample.request() + " " + sample.answer())
                        .results())
                .map(found -> found.group(1).replaceAll("[0-9]", ""))
                .collect(toSet());

        assertThat(VOCABULARY.path("given").propertyNames()).containsExactlyInAnyOrderElementsOf(given);
        assertThat(VOCABULARY.path("placeholders").propertyNames()).containsExactlyInAnyOrderElementsOf(placeholders);
    }

    @Test
    void everyEndpointHasASampleOfSuccessAndOfEveryKindOfFailure() {
        for (var path : List.of(
                "/Stock/Product",
                "/Stock/List",
                "/Stock/Creat",
                "/Stock/Batch",
                "/Stock/Delete",
                "/Stock/Changes",
                "/Stock/History",
                "/Stock/Undo",
                "/Product/Detail",
                "/Product/UploadResult",
                "/Account/Limits")) {
            assertThat(SAMPLES.stream()
                            .filter(sample -> sample.request()
                                    .path("path")
                                    .asString()
                                    .split("\\?", 2)[0]
                                    .equals(path))
                            .map(sample -> sample.answer().path("status").asInt()
                                    + sample.answer()
                                            .path("body")
                                            .path("success")
                                            .asString("")))
                    .as(path)
                    .contains("200true", "400false", "405false");
        }
    }
}

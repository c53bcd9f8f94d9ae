package stockroom.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import stockroom.testing.http.AdminDescription;
import stockroom.testing.http.AdminDescription.Operation;
import stockroom.testing.platform.Operators;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;

/// Calls every operation of the description and expects each response that it describes.
@Tag("slow")
class AdminInterfaceTest {
    private static final AdminDescription description = AdminDescription.read();
    private static final Platform platform = Platform.start(Map.of());
    private static final Operators operator = platform.operator();
    private static final Map<String, String> existing = new HashMap<>();

    @BeforeAll
    static void oneOfEach() {
        existing.putAll(AdminSamples.of(platform, platform.merchant()));
    }

    @AfterAll
    static void stop() {
        platform.close();
    }

    private static Stream<DynamicTest> ofEach(java.util.function.Predicate<Operation> which, Check check) {
        return description.operations().stream()
                .filter(which)
                // deletions come last because other operations need the objects; the person and the merchant are
                // deleted at the very end
                .sorted(Comparator.<Operation, Boolean>comparing(
                                operation -> operation.method().equals("DELETE"))
                        .thenComparing(operation -> operation.toString().equals("DELETE /people/{person}"))
                        .thenComparing(operation -> operation.toString().equals("DELETE /merchants/{merchant}")))
                .map(operation -> DynamicTest.dynamicTest(operation.toString(), () -> check.of(operation)));
    }

    @FunctionalInterface
    private interface Check {
        void of(Operation operation);
    }

    @TestFactory
    Stream<DynamicTest> anIdThatIsNotWellFormedIsRefused() {
        return ofEach(
                operation -> !operation.placeholders().isEmpty(),
                operation -> operation.placeholders().forEach(name -> {
                    for (var wrong :
                            List.of("x", "0", "-1", "1.5", "99999999999999999999", "0123456789ABCDEF", "%00")) {
                        assertThat(operator.call(operation, with(name, wrong)).status())
                                .isEqualTo(400);
                    }
                }));
    }

    @TestFactory
    Stream<DynamicTest> whatIsNotThereIsNotFound() {
        return ofEach(
                operation -> !operation.placeholders().isEmpty(),
                operation -> operation.placeholders().forEach(name -> {
                    if (name.equals("address")) {
                        // another node may have closed the address
                        return;
                    }
                    var reply = operator.call(operation, with(name, AdminSamples.ABSENT.getOrDefault(name, "")));
                    assertThat(reply.status()).isEqualTo(404);
                    assertThat(reply.code()).isEqualTo("NOT_FOUND");
                }));
    }

    @TestFactory
    Stream<DynamicTest> aWrongParameterIsRefusedByName() {
        var wrong = Map.ofEntries(
                Map.entry("after", List.of("!", "%00", "1-", "z")),
                Map.entry("limit", List.of("0", "1001", "-1", "x", "1.5")),
                Map.entry("account", List.of("0", "x")),
                Map.entry("application", List.of("0", "x")),
                Map.entry("merchant", List.of("0", "x")),
                Map.entry("product", List.of("0", "2147483648", "x")),
                Map.entry("status", List.of("lost", "Missing")),
                Map.entry("subject", List.of("%00", "merchant%20%07", "x".repeat(65))),
                Map.entry("operator", List.of("%00", "x".repeat(129))),
                Map.entry("name", List.of("%00", "x".repeat(65))),
                Map.entry("storeUrl", List.of("%00", "x".repeat(129))),
                Map.entry("artNo", List.of("%00", "x".repeat(65))),
                Map.entry("state", List.of("sold", "On_sale", "Active")),
                Map.entry("search", List.of("%00", "x".repeat(129))),
                Map.entry("hasStock", List.of("yes", "1")),
                Map.entry("changes", List.of("yes", "1")),
                Map.entry("expiresBefore", List.of("tomorrow", "2026-11-15")));
        return ofEach(
                operation -> !description.queryParametersOf(operation).isEmpty(),
                operation -> description.queryParametersOf(operation).forEach(name -> {
                    assertThat(wrong).containsKey(name);
                    wrong.getOrDefault(name, List.of()).forEach(value -> {
                        var reply = operator.get("%s?%s=%s".formatted(operation.path(existing), name, value));
                        assertThat(reply.status())
                                .as("%s=%s: %s".formatted(name, value, reply.text()))
                                .isEqualTo(400);
                        assertThat(reply.json().at("/errors/0/at").asString()).isEqualTo(name);
                    });
                }));
    }

    @TestFactory
    Stream<DynamicTest> aBodyOfTheWrongShapeIsRefused() {
        return ofEach(operation -> operation.bodyType().isPresent(), operation -> {
            var path = operation.path(existing);
            assertThat(operator.send(operation.method(), path, "text/plain", operation.example())
                            .code())
                    .isEqualTo("CONTENT_TYPE_INVALID");
            if (operation.bodyType().orElseThrow().equals(Operators.LINES)) {
                return;
            }
            for (var body : List.of(
                    "[]",
                    "{",
                    "null",
                    "{}",
                    "{\"nonsense\":1}",
                    "{\"\\ud800\":1}",
                    "{} {}",
                    operation.example() + "x")) {
                assertThat(operator.send(operation.method(), path, TestMerchant.JSON, body)
                                .status())
                        .as(body)
                        .isEqualTo(400);
            }
            for (var field : operation.bodyFields()) {
                for (var value : List.of("null", "[]", "\"\"", "-1", "\"\\u0000\"", "\"\\ud800\"", "1e999")) {
                    var reply = operator.send(
                            operation.method(), path, TestMerchant.JSON, "{\"%s\":%s}".formatted(field, value));
                    assertThat(reply.status()).as(field + value).isEqualTo(400);
                }
            }
        });
    }

    @Test
    void aTokenForNobodyIsNotFound() {
        var body = "{\"applicationId\":%s,\"merchantId\":%s,\"accountId\":%s}";
        assertThat(operator.post("/tokens", body.formatted("999999", existing.get("merchant"), existing.get("account")))
                        .status())
                .isEqualTo(404);
        assertThat(operator.post(
                                "/tokens",
                                body.formatted(existing.get("application"), "999999", existing.get("account")))
                        .status())
                .isEqualTo(404);
        assertThat(operator.post(
                                "/tokens",
                                body.formatted(existing.get("application"), existing.get("merchant"), "999999"))
                        .status())
                .isEqualTo(404);
    }

    @TestFactory
    Stream<DynamicTest> moreThanFourMebibytesAreTooMuch() {
        return ofEach(
                operation -> operation.bodyType().isPresent(),
                operation -> assertThat(operator.send(
                                        operation.method(),
                                        operation.path(existing),
                                        operation.bodyType().orElseThrow(),
                                        " ".repeat((4 << 20) + 1))
                                .status())
                        .isEqualTo(413));
    }

    @TestFactory
    Stream<DynamicTest> theExamplesOfTheDescriptionWork() {
        var own = AdminSamples.of(platform, platform.merchant());
        return ofEach(
                operation -> true,
                operation -> assertThat(operator.call(operation, own).status()).isIn(200, 201));
    }

    @Test
    void whatIsInTheWrongStateConflicts() {
        var own = AdminSamples.of(platform, platform.merchant());
        var secrets = "/applications/%s/secrets".formatted(own.get("application"));
        assertThat(operator.delete(secrets + "/1").code()).isEqualTo("SECRET_IS_LAST");
        assertThat(operator.post(secrets, "").status()).isEqualTo(201);
        assertThat(operator.post(secrets, "").code()).isEqualTo("SECRETS_ARE_TWO");
        var token = "/tokens/" + own.get("token");
        assertThat(operator.delete(token).status()).isEqualTo(200);
        assertThat(operator.patch(token, "{\"days\":1}").code()).isEqualTo("TOKEN_IS_REVOKED");
        var merchant = "/merchants/" + own.get("merchant");
        assertThat(operator.delete(merchant + "/products/" + own.get("product")).status())
                .isEqualTo(200);
        var deletion =
                operator.read(merchant + "/pushes?limit=1").at("/items/0/push").asString();
        assertThat(operator.post("%s/pushes/%s/undo".formatted(merchant, deletion), "{\"dryRun\":true}")
                        .code())
                .isEqualTo("PUSH_NOT_UNDOABLE");
    }

    /// OperatorKeysTest, IdempotentOperatorsTest and AdminUnderLoadTest cover the responses that are missing
    /// here.
    @TestFactory
    Stream<DynamicTest> noAnswerIsDescribedThatIsNotGiven() {
        var elsewhere = Set.of("401", "403", "503");
        var conflicts = Set.of(
                "POST /operator-keys",
                "POST /merchants",
                "PATCH /merchants/{merchant}",
                "POST /merchants/{merchant}/accounts",
                "POST /applications",
                "POST /people/{person}/links",
                "POST /platform/invitations",
                "POST /merchants/{merchant}/invitations",
                "POST /applications/{application}/invitations",
                "POST /tokens",
                "POST /applications/{application}/secrets",
                "DELETE /applications/{application}/secrets/{slot}",
                "PATCH /tokens/{token}",
                "POST /merchants/{merchant}/pushes/{push}/undo");
        return ofEach(operation -> true, operation -> {
            boolean hasId = !operation.placeholders().isEmpty();
            boolean hasBody = operation.bodyType().isPresent();
            var given = new TreeSet<>(elsewhere);
            if (hasId || hasBody || !description.queryParametersOf(operation).isEmpty()) {
                given.add("400");
            }
            if (hasId || operation.toString().equals("POST /tokens")) {
                given.add("404");
            }
            if (conflicts.contains(operation.toString())) {
                given.add("409");
            }
            if (hasBody) {
                given.add("413");
            }
            assertThat(given)
                    .containsAll(operation.statuses().stream()
                            .filter(status -> !status.startsWith("2"))
                            .toList());
            assertThat(operation.statuses())
                    .filteredOn(status -> status.startsWith("2"))
                    .hasSize(1);
        });
    }

    @Test
    void theTableOfPathsAndTheDescriptionAreOfTheSameOperations() {
        assertThat(platform.adminInterface().api().routes().stream()
                        .filter(route -> route.path().startsWith("/admin/v1/"))
                        .map(route -> route.method() + " " + route.path().replaceFirst("^/admin/v1", "")))
                .containsExactlyInAnyOrderElementsOf(description.operations().stream()
                        .map(Operation::toString)
                        .toList());
    }

    private static Map<String, String> with(String name, String value) {
        var values = new HashMap<>(existing);
        values.put(name, value);
        return values;
    }
}

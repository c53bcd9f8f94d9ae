package stockroom.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestMethodOrder;
import stockroom.testing.AdminDescription;
import stockroom.testing.AdminDescription.Operation;
import stockroom.testing.Operators;
import stockroom.testing.Platform;
import stockroom.testing.TestMerchant;

/// Every operation of the description, with each answer it describes. What the operations do is tested by their
/// subject.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
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
                // what deletes comes last, so that the others find it
                .sorted(Comparator.comparing(operation -> operation.method().equals("DELETE")))
                .map(operation -> DynamicTest.dynamicTest(operation.toString(), () -> check.of(operation)));
    }

    @FunctionalInterface
    private interface Check {
        void of(Operation operation);
    }

    @TestFactory
    @Order(1)
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
    @Order(1)
    Stream<DynamicTest> whatIsNotThereIsNotFound() {
        return ofEach(
                operation -> !operation.placeholders().isEmpty(),
                operation -> operation.placeholders().forEach(name -> {
                    var reply = operator.call(operation, with(name, AdminSamples.ABSENT.getOrDefault(name, "")));
                    assertThat(reply.status()).isEqualTo(404);
                    assertThat(reply.code()).isEqualTo("NOT_FOUND");
                }));
    }

    @TestFactory
    @Order(1)
    Stream<DynamicTest> aWrongParameterIsRefusedByName() {
        var wrong = Map.of(
                "after", List.of("!", "%00", "1-", "z"),
                "limit", List.of("0", "1001", "-1", "x", "1.5"),
                "application", List.of("0", "x"),
                "merchant", List.of("0", "x"),
                "product", List.of("0", "2147483648", "x"),
                "status", List.of("lost", "Missing"),
                "subject", List.of("%00", "merchant%20%07", "x".repeat(65)));
        return ofEach(
                operation -> !description.queryParametersOf(operation).isEmpty(),
                operation -> description
                        .queryParametersOf(operation)
                        .forEach(name -> wrong.getOrDefault(name, List.of()).forEach(value -> {
                            var reply = operator.get("%s?%s=%s".formatted(operation.path(existing), name, value));
                            assertThat(reply.status())
                                    .as("%s=%s: %s".formatted(name, value, reply.text()))
                                    .isEqualTo(400);
                            assertThat(reply.json().at("/errors/0/at").asString())
                                    .isEqualTo(name);
                        })));
    }

    @TestFactory
    @Order(1)
    Stream<DynamicTest> aBodyOfTheWrongShapeIsRefused() {
        return ofEach(operation -> operation.bodyType().isPresent(), operation -> {
            var path = operation.path(existing);
            assertThat(operator.send(operation.method(), path, "text/plain", operation.example())
                            .code())
                    .isEqualTo("CONTENT_TYPE_INVALID");
            if (operation.bodyType().orElseThrow().equals(Operators.LINES)) {
                return;
            }
            for (var body : List.of("[]", "{", "null", "{}", "{\"nonsense\":1}", "{} {}", operation.example() + "x")) {
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
    @Order(1)
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
    @Order(1)
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
    @Order(2)
    Stream<DynamicTest> theExamplesOfTheDescriptionWork() {
        return ofEach(
                operation -> true,
                operation ->
                        assertThat(operator.call(operation, existing).status()).isIn(200, 201));
    }

    @Test
    @Order(3)
    void whatIsInTheWrongStateConflicts() {
        var secrets = "/applications/%s/secrets".formatted(existing.get("application"));
        assertThat(operator.delete(secrets + "/2").code()).isEqualTo("SECRET_IS_LAST");
        assertThat(operator.post(secrets, "").status()).isEqualTo(201);
        assertThat(operator.post(secrets, "").code()).isEqualTo("SECRETS_ARE_TWO");
        assertThat(operator.patch("/tokens/" + existing.get("token"), "{\"days\":1}")
                        .code())
                .isEqualTo("TOKEN_IS_REVOKED");
    }

    @Test
    @Order(4)
    void everyDescribedAnswerWasSeen() {
        // those are seen by OperatorKeysTest and AdminUnderLoadTest, for every operation
        var elsewhere = List.of("401", "403", "503");
        var described = description.operations().stream()
                .flatMap(operation -> operation.statuses().stream()
                        .filter(status -> !elsewhere.contains(status))
                        .map(status -> operation + " " + status))
                .collect(Collectors.toCollection(TreeSet::new));
        described.removeAll(operator.seen());
        assertThat(described).isEmpty();
    }

    @Test
    void theTableOfPathsAndTheDescriptionAreOfTheSameOperations() {
        assertThat(platform.adminInterface().api().routes().stream()
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

package stockroom.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.cli.shell.ExitCode;
import stockroom.testing.platform.Platform;
import stockroom.testing.platform.TestMerchant;
import tools.jackson.databind.JsonNode;

@Tag("slow")
class TokenExpiryTest {
    private static final OperatorCommands operator = OperatorCommands.shared();

    /// No other test uses this application.
    private final TestMerchant merchant =
            Platform.shared().throughAnotherApplication(Platform.shared().merchant());
    private final String application = String.valueOf(merchant.appid());

    private void issue(int days) {
        Platform.shared().issueToken(merchant, Duration.ofDays(days));
    }

    private JsonNode list(String... more) {
        var arguments = new ArrayList<>(List.of("token", "list", "--application", application));
        arguments.addAll(List.of(more));
        return operator.json(arguments.toArray(String[]::new));
    }

    @Test
    void theListHasThoseThatExpireUntilAMoment() {
        // the merchant also has a token that lasts an hour
        issue(3);
        issue(20);

        assertThat(list("--expires-before", "14d")).hasSize(2);
        assertThat(list("--expires-before", "48h")).hasSize(1);
        assertThat(list("--expires-before", "2999-01-01").size()).isEqualTo(list().size());
        var wrong = operator.run("token", "list", "--expires-before", "soon");
        assertThat(wrong.code()).isEqualTo(ExitCode.USAGE);
        assertThat(wrong.err()).contains("soon").contains("expected");
    }

    @Test
    void allTokensOfAnApplicationAreRenewedOrThoseThatExpireSoon() {
        // the merchant also has a token that lasts an hour
        issue(3);
        issue(200);
        issue(-1);
        var inAYear = Instant.now().plus(Duration.ofDays(365));

        assertThat(operator.run("token", "renew", "--application", application, "--expires-before", "4d")
                        .out())
                .isEqualTo("renewed: 2 tokens of application %s%n".formatted(application));
        assertThat(list("--expires-before", "4d")).hasSize(0);
        assertThat(operator.json("token", "renew", "--application", application, "--expired", "--days", "366")
                        .path("renewed")
                        .asInt())
                .isEqualTo(list().size());
        assertThat(list())
                .allSatisfy(token -> assertThat(
                                Instant.parse(token.path("expiresAt").asString()))
                        .isAfter(inAYear));
    }

    @Test
    void whichTokensAreMeantMustBeSaid() {
        for (var unclear : new String[][] {
            {"token", "renew"},
            {"token", "renew", "0123456789abcdef", "--application", application},
            {"token", "renew", "--expires-before", "14d"}
        }) {
            var outcome = operator.run(unclear);
            assertThat(outcome.code()).isEqualTo(ExitCode.USAGE);
            assertThat(outcome.err()).contains("--application");
        }
        assertThat(operator.run("token", "renew", "--application", "999999").code())
                .isEqualTo(ExitCode.NOT_FOUND);
    }
}

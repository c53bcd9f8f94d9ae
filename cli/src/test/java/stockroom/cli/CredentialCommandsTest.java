package stockroom.cli;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.cli.shell.ExitCode;
import stockroom.testing.platform.Platform;

@Tag("slow")
class CredentialCommandsTest {
    private static final OperatorCommands operator = OperatorCommands.shared();

    @Test
    void aKeyIsShownOnceAndEndsWhenRevoked() {
        var created = operator.run("key", "create", "console", "--scope", "read", "--days", "1");
        assertThat(created.err()).contains("not shown again");
        var key = created.out().replaceAll("(?s).*(stockroom_[0-9a-f]{64}).*", "$1");
        var id = created.out().replaceAll("(?s).*key id +(\\d+).*", "$1");
        var reader = operator.shell().with("STOCKROOM_CLI_KEY", key);

        assertThat(reader.run("merchant", "list").code()).isZero();
        var refused = reader.run("merchant", "create", "reader", "--name", "Reader");
        assertThat(refused.code()).isEqualTo(ExitCode.NOT_ALLOWED);
        assertThat(refused.err()).contains("request id").doesNotContain(key);
        assertThat(operator.run("key", "list").out()).contains("console").doesNotContain(key);
        assertThat(operator.field("state", "key", "revoke", id)).isEqualTo("revoked");
        assertThat(reader.run("merchant", "list").code()).isEqualTo(ExitCode.NOT_ALLOWED);
    }

    @Test
    void withJsonASecretIsPrintedAndNothingElse() {
        var created = operator.run("application", "create", "Stall", "--json");

        assertThat(created.err()).isEmpty();
        assertThat(created.out().lines()).singleElement().asString().contains("\"secret\":\"");
    }

    @Test
    void anApplicationsSecretsAreRotated() {
        var application = operator.application("Stall ERP");

        var added = operator.run("application", "add-secret", application);
        assertThat(added.code()).isZero();
        assertThat(added.err()).contains("not shown again");
        assertThat(operator.run("application", "show", application).out()).contains("slot 1", "slot 2");
        assertThat(operator.run("application", "add-secret", application).code())
                .isEqualTo(ExitCode.REFUSED);
        assertThat(operator.json("application", "end-secret", application, "1")
                        .path("secrets")
                        .size())
                .isEqualTo(1);
        assertThat(operator.run("application", "end-secret", application, "2").code())
                .isEqualTo(ExitCode.REFUSED);
        assertThat(operator.field("suspended", "application", "suspend", application))
                .isEqualTo("true");
        assertThat(operator.field("suspended", "application", "resume", application))
                .isEqualTo("false");
        assertThat(operator.field("name", "application", "rename", application, "Other"))
                .isEqualTo("Other");
        assertThat(operator.run("application", "list", "--all").out()).contains("Other");
        assertThat(operator.run("failure", "list", application).err()).contains("no failed calls", "seven days");
    }

    @Test
    void aTokenIsIssuedRenewedAndRevoked() {
        var merchant = operator.merchant();
        var application = operator.application("Stall ERP");
        var account = operator.account(merchant, "owner", "880001");

        var issued = operator.json("token", "issue", merchant, account, "--application", application, "--days", "2");
        var token = issued.path("tokenId").asString();
        assertThat(issued.path("accesstoken").asString()).matches("[0-9a-f]{32}");
        assertThat(operator.run("token", "list", merchant).out())
                .contains(token)
                .doesNotContain(issued.path("accesstoken").asString());
        assertThat(operator.field("state", "token", "renew", token, "--days", "9"))
                .isEqualTo("active");
        assertThat(operator.run("token", "show", token).out()).contains(token);
        assertThat(operator.field("state", "token", "revoke", token)).isEqualTo("revoked");
        assertThat(operator.run("token", "renew", token).code()).isEqualTo(ExitCode.REFUSED);
    }

    @Test
    void theTokenItselfInPlaceOfItsIdIsNotRepeated() {
        var outcome = operator.run("token", "show", "0123456789abcdef0123456789abcdef");

        assertThat(outcome.code()).isEqualTo(ExitCode.USAGE);
        assertThat(outcome.err()).contains("16").doesNotContain("0123456789abcdef");
    }

    @Test
    void aClosingIsListedAndLifted() {
        var merchant = Platform.shared().merchant();
        for (int i = 0; i < 10; i++) {
            merchant.withSecret(merchant.token()).productList("page", 1);
        }
        var appid = String.valueOf(merchant.appid());

        assertThat(operator.run("closing", "list").out())
                .startsWith("ADDRESS")
                .containsPattern(merchant.address() + " +" + appid + " +\\d{4}-");
        assertThat(operator.json("closing", "lift", merchant.address(), appid)
                        .path("address")
                        .asString())
                .isEqualTo(merchant.address());
        await().atMost(60, SECONDS)
                .until(() -> !operator.run("closing", "list").out().contains(" " + appid + " "));
        assertThat(operator.run("closing", "lift", "2001:db8::7", appid).out()).contains("2001:db8:0:0:0:0:0:0/64");
        assertThat(operator.run("closing", "lift", "my house", appid).code()).isEqualTo(ExitCode.REFUSED);
        assertThat(operator.run("closing", "lift", "192.0.2.1", "999999").code())
                .isEqualTo(ExitCode.NOT_FOUND);
    }

    @Test
    void aProfileIsKeptOnceTheServerTakesItsKey() {
        var shell = new TestShell(operator.home());
        var wrong = shell.typing("stockroom_" + "0".repeat(64))
                .run("profile", "set", "tried", "--address", operator.address());
        assertThat(wrong.code()).isEqualTo(ExitCode.NOT_ALLOWED);
        assertThat(wrong.err()).contains("not kept");

        var right =
                shell.typing(operator.key().reveal()).run("profile", "set", "tried", "--address", operator.address());
        assertThat(right.code()).isZero();
        assertThat(right.err()).contains("The server accepts it").contains("scope keys");
        assertThat(shell.run("profile", "list").out()).contains("tried");
    }
}

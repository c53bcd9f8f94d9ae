package stockroom.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stockroom.admin.people.Grant;
import stockroom.admin.people.Place;
import stockroom.admin.people.Role;
import stockroom.cli.shell.ExitCode;
import stockroom.testing.platform.Platform;

@Tag("slow")
class PersonCommandsTest {
    private static final OperatorCommands operator = OperatorCommands.shared();

    @Test
    void peopleAreInvitedListedAndRemoved() {
        var merchant = operator.merchant();
        var application = operator.json("application", "create", "Stall ERP")
                .path("applicationId")
                .asString();
        var invited = operator.run("person", "invite", "Li Wei", "--merchant", merchant, "--role", "staff");
        assertThat(invited.out()).containsPattern("url +https://console.example/link/[\\w-]{43}");
        assertThat(invited.err()).contains("not shown again");
        assertThat(operator.json("person", "invite", "Wang Fang", "--platform", "keys")
                        .path("role")
                        .asString())
                .isEqualTo("keys");
        assertThat(operator.json("person", "invite", "Wang Fang", "--application", application)
                        .path("role")
                        .asString())
                .isEqualTo("programmer");
        assertThat(operator.run("person", "invite", "Li Wei").code()).isEqualTo(ExitCode.USAGE);
        assertThat(operator.run("person", "invite", "x", "--platform", "read").code())
                .isEqualTo(ExitCode.REFUSED);
        var links = operator.run("person", "links").out();
        assertThat(links).contains("invitation", "Li Wei", "programmer");
        var link = links.replaceAll("(?s).*?(\\d+) +invitation +Wang Fang +programmer.*", "$1");
        assertThat(operator.json("person", "links", "--end", link)
                        .path("linkId")
                        .asString())
                .isEqualTo(link);

        var person = Platform.shared()
                .person(
                        new Grant(Role.OWNER, Place.ofMerchant(Long.parseLong(merchant))),
                        new Grant(Role.READ, Place.PLATFORM));
        assertThat(operator.run("person", "list", "--merchant", merchant).out()).contains(person.name());
        assertThat(operator.run("person", "show", person.name()).out()).contains("owner", "read");
        assertThat(operator.run("person", "reset", person.name()).out()).contains("/link/");
        assertThat(operator.json("person", "reset", person.name(), "--second-factor")
                        .path("kind")
                        .asString())
                .isEqualTo("factor-removal");
        assertThat(operator.run("person", "sessions", person.name()).err()).contains("not signed in anywhere");
        assertThat(operator.json("person", "sessions", person.name(), "--end")
                        .path("sessions")
                        .asInt())
                .isZero();
        var both = operator.run("person", "remove", person.name(), "--merchant", merchant, "--platform");
        assertThat(both.code()).isEqualTo(ExitCode.USAGE);
        assertThat(both.err()).contains("give only one of --platform, --merchant and --application");
        assertThat(operator.json("person", "remove", person.name(), "--merchant", merchant)
                        .path("role")
                        .asString())
                .isEqualTo("owner");
        assertThat(operator.json("person", "remove", person.name()).path("name").asString())
                .isEqualTo(person.name());
        assertThat(operator.run("person", "show", person.name()).code()).isEqualTo(ExitCode.NOT_FOUND);
    }
}

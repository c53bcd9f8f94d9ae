package stockroom.cli.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import stockroom.cli.shell.Secret;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The findings about a call, in the order in which the server checks. Notes are problems that do not explain the
/// refusal; unchecked items name what they would need.
record Diagnosis(List<Finding> findings, List<Finding> notes, List<String> checked, List<String> unchecked) {
    /// @param unasked why the platform cannot be asked
    static Diagnosis of(
            Headers headers, Moment moment, @Nullable Secret secret, @Nullable Platform platform, String unasked) {
        var appid = headers.only("appid");
        var sign = headers.only("sign");
        var token = headers.only("accesstoken");
        var asked = Optional.ofNullable(platform);
        var diagnosis = new Diagnosis(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        HeaderChecks.present(headers).forEach(diagnosis::add);
        Stream.of(
                        HeaderChecks.timestamp(headers.only("timestamp"), moment),
                        HeaderChecks.sign(sign, token),
                        HeaderChecks.appid(appid),
                        asked.flatMap(known -> known.checkApplication(appid)),
                        SignFit.check(headers, secret),
                        HeaderChecks.token(token, sign, secret),
                        asked.flatMap(known -> known.checkToken(token, appid, moment.seconds())))
                .forEach(finding -> finding.ifPresent(diagnosis::add));
        diagnosis.checked.add("the four headers: each there, once, and of the right form");
        diagnosis.checked.add("the timestamp against " + moment.clock().text);
        if (moment.clock() == Moment.Clock.OURS) {
            diagnosis.unchecked.add("the server's clock (needs --url)");
        }
        diagnosis.look(
                "whether the sign fits the secret", secret != null, "needs STOCKROOM_CLI_SECRET or --with-secret");
        var together = "whether application, token and merchant are active and belong together";
        diagnosis.look(together, platform != null, unasked);
        return diagnosis;
    }

    void add(Finding finding) {
        (finding.code().isNote() ? notes : findings).add(finding);
    }

    private void look(String what, boolean done, String needs) {
        (done ? checked : unchecked).add(done ? what : what + " (" + needs + ")");
    }

    boolean explains(String serverCode) {
        return findings.stream().anyMatch(finding -> finding.serverCode().equals(serverCode));
    }

    JsonNode json() {
        return JsonMapper.shared().valueToTree(this);
    }

    String text() {
        var text = new StringBuilder();
        findings.forEach(finding -> put(text, finding));
        text.append(findings.isEmpty() ? "Nothing wrong was found.\n\n" : "");
        text.append(notes.isEmpty() ? "" : "Not wrong, but may cause trouble:\n\n");
        notes.forEach(note -> put(text, note));
        put(text, "Checked:\n", checked);
        put(text, "Not checked:\n", unchecked);
        return text.toString();
    }

    private static void put(StringBuilder text, Finding finding) {
        text.append("%s\n  %s\n  Fix it: %s\n\n".formatted(finding.code(), finding.msg(), finding.remedy()));
    }

    private static void put(StringBuilder text, String title, List<String> items) {
        text.append(items.isEmpty() ? "" : title);
        items.forEach(item -> text.append("  - ").append(item).append('\n'));
    }
}

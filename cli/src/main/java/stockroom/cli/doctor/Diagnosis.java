package stockroom.cli.doctor;

import java.util.ArrayList;
import java.util.List;

/// From evidence to findings, in the order the server looks: what is found first is what it answers first.
///
/// @param checked what was looked at
/// @param unchecked what could not be, and what it would need
record Diagnosis(List<Finding> findings, List<String> checked, List<String> unchecked) {
    static Diagnosis of(Evidence evidence) {
        var findings = new ArrayList<Finding>();
        var headers = evidence.headers();
        findings.addAll(HeaderChecks.present(headers));
        findings.addAll(HeaderChecks.timestamp(evidence));
        findings.addAll(SignForm.check(headers));
        findings.addAll(HeaderChecks.appid(headers));
        findings.addAll(PlatformChecks.application(evidence));
        findings.addAll(SignFit.check(evidence));
        findings.addAll(TokenChecks.check(evidence));
        findings.addAll(PlatformChecks.token(evidence));

        var checked = new ArrayList<String>();
        var unchecked = new ArrayList<String>();
        checked.add("the four headers: each there, once, and of the right form");
        checked.add("the timestamp against " + evidence.clock().text());
        if (evidence.clock() == Evidence.Clock.OURS) {
            unchecked.add("the server's clock (needs --url)");
        }
        if (evidence.secret() == null) {
            unchecked.add("whether the sign fits the secret (needs --with-secret)");
        } else {
            checked.add("whether the sign fits the secret");
        }
        var platform = "whether application, token and merchant are known, active and belong together";
        if (evidence.facts() == null) {
            unchecked.add(platform + " (needs an operator's key: STOCKROOM_CLI_ADDRESS and STOCKROOM_CLI_KEY)");
        } else {
            checked.add(platform);
        }
        return new Diagnosis(List.copyOf(findings), List.copyOf(checked), List.copyOf(unchecked));
    }

    /// Whether one of the findings is why the server answers this code.
    boolean explains(String serverCode) {
        return findings.stream()
                .anyMatch(finding -> finding.fault().serverCode().equals(serverCode));
    }

    Diagnosis with(Finding more) {
        var all = new ArrayList<>(findings);
        all.add(more);
        return new Diagnosis(List.copyOf(all), checked, unchecked);
    }
}

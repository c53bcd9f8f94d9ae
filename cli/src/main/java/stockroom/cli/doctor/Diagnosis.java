package stockroom.cli.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// From evidence to findings, in the order the server looks: what is found first is what it answers first.
///
/// @param findings why the call is refused
/// @param notes what will make trouble another time
/// @param checked what was looked at
/// @param unchecked what could not be, and what it would need
record Diagnosis(List<Finding> findings, List<Finding> notes, List<String> checked, List<String> unchecked) {
    static Diagnosis of(Evidence evidence) {
        var headers = evidence.headers();
        var all = Stream.of(
                        HeaderChecks.present(headers),
                        HeaderChecks.timestamp(evidence),
                        SignForm.check(headers),
                        HeaderChecks.appid(headers),
                        PlatformChecks.application(evidence),
                        SignFit.check(evidence),
                        TokenChecks.check(evidence),
                        PlatformChecks.token(evidence))
                .flatMap(List::stream)
                .toList();
        var checked = new ArrayList<String>();
        var unchecked = new ArrayList<String>();
        look(evidence, checked, unchecked);
        return new Diagnosis(
                all.stream().filter(finding -> !finding.kind().isNote()).toList(),
                all.stream().filter(finding -> finding.kind().isNote()).toList(),
                List.copyOf(checked),
                List.copyOf(unchecked));
    }

    private static void look(Evidence evidence, List<String> checked, List<String> unchecked) {
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
        var platform = "whether application, token and merchant are active and belong together";
        if (evidence.facts() == null) {
            unchecked.add(platform + " (" + evidence.unasked() + ")");
        } else {
            checked.add(platform);
        }
    }

    /// Whether one of the findings is why the server answers this code.
    boolean explains(String serverCode) {
        return findings.stream().anyMatch(finding -> finding.kind().serverCode().equals(serverCode));
    }

    Diagnosis with(Finding more) {
        return new Diagnosis(Stream.concat(findings.stream(), Stream.of(more)).toList(), notes, checked, unchecked);
    }
}

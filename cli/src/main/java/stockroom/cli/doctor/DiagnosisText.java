package stockroom.cli.doctor;

import java.util.List;
import stockroom.cli.connect.AdminOptions;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A diagnosis as people and as programs read it.
final class DiagnosisText {
    private DiagnosisText() {}

    static String of(Diagnosis diagnosis) {
        var text = new StringBuilder();
        diagnosis.findings().forEach(finding -> put(text, finding));
        if (diagnosis.findings().isEmpty()) {
            text.append("Nothing wrong was found.\n\n");
        }
        if (!diagnosis.notes().isEmpty()) {
            text.append("Not wrong, but take care:\n\n");
            diagnosis.notes().forEach(note -> put(text, note));
        }
        list(text, "Checked:", diagnosis.checked());
        list(text, "Not checked:", diagnosis.unchecked());
        return text.toString();
    }

    private static void put(StringBuilder text, Finding finding) {
        text.append(finding.kind()).append('\n');
        text.append("  ").append(finding.text()).append('\n');
        text.append("  Fix it: ").append(finding.kind().remedy()).append("\n\n");
    }

    private static void list(StringBuilder text, String title, List<String> items) {
        if (!items.isEmpty()) {
            text.append(title).append('\n');
            items.forEach(item -> text.append("  - ").append(item).append('\n'));
        }
    }

    static ObjectNode json(Diagnosis diagnosis) {
        var object = AdminOptions.body();
        put(object.putArray("findings"), diagnosis.findings());
        put(object.putArray("notes"), diagnosis.notes());
        diagnosis.checked().forEach(object.putArray("checked")::add);
        diagnosis.unchecked().forEach(object.putArray("unchecked")::add);
        return object;
    }

    private static void put(ArrayNode array, List<Finding> findings) {
        for (var finding : findings) {
            array.addObject()
                    .put("code", finding.kind().name())
                    .put("serverCode", finding.kind().serverCode())
                    .put("msg", finding.text())
                    .put("remedy", finding.kind().remedy());
        }
    }
}

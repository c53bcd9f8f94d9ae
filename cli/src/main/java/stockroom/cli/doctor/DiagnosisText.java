package stockroom.cli.doctor;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/// A diagnosis as people and as programs read it.
final class DiagnosisText {
    private DiagnosisText() {}

    static String of(Diagnosis diagnosis) {
        var text = new StringBuilder();
        for (var finding : diagnosis.findings()) {
            text.append(finding.fault()).append('\n');
            text.append("  ").append(finding.text()).append('\n');
            text.append("  Mend it: ").append(finding.fault().remedy()).append("\n\n");
        }
        if (diagnosis.findings().isEmpty()) {
            text.append("Nothing wrong was found.\n\n");
        }
        list(text, "Checked:", diagnosis.checked());
        list(text, "Not checked:", diagnosis.unchecked());
        return text.toString();
    }

    private static void list(StringBuilder text, String title, List<String> items) {
        if (!items.isEmpty()) {
            text.append(title).append('\n');
            items.forEach(item -> text.append("  - ").append(item).append('\n'));
        }
    }

    static String json(Diagnosis diagnosis) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(
                "findings",
                diagnosis.findings().stream().map(DiagnosisText::fields).toList());
        fields.put("checked", diagnosis.checked());
        fields.put("unchecked", diagnosis.unchecked());
        return JsonMapper.shared().writeValueAsString(fields) + "\n";
    }

    private static Map<String, String> fields(Finding finding) {
        var fields = new LinkedHashMap<String, String>();
        fields.put("code", finding.fault().name());
        fields.put("serverCode", finding.fault().serverCode());
        fields.put("msg", finding.text());
        fields.put("remedy", finding.fault().remedy());
        return fields;
    }
}

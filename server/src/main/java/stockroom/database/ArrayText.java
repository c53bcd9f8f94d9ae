package stockroom.database;

import java.util.List;
import org.jspecify.annotations.Nullable;

public final class ArrayText {
    private ArrayText() {}

    public static String of(List<? extends @Nullable String> elements) {
        var text = new StringBuilder("{");
        for (var element : elements) {
            text.append(text.length() == 1 ? "" : ",");
            if (element == null) {
                text.append("NULL");
            } else {
                text.append('"')
                        .append(element.replace("\\", "\\\\").replace("\"", "\\\""))
                        .append('"');
            }
        }
        return text.append('}').toString();
    }
}

package stockroom.client.internal.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The fields of a form in their order; a name may occur several times.
public final class Form {
    private final List<String> fields = new ArrayList<>();

    public Form with(String name, @Nullable Object value) {
        if (value != null) {
            fields.add(name + "=" + URLEncoder.encode(value.toString(), UTF_8));
        }
        return this;
    }

    public String text() {
        return String.join("&", fields);
    }
}

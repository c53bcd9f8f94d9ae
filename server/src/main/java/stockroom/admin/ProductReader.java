package stockroom.admin;

import java.util.ArrayList;
import java.util.List;
import stockroom.http.Failure;
import stockroom.http.Fault;
import stockroom.http.Json;
import stockroom.http.Message;
import tools.jackson.core.JacksonException;

/// Products, one a line. A line that is no valid product is noted with all its faults, and the
/// others go on.
final class ProductReader {
    static final int MOST_LINES = 10_000;
    private final List<NewProduct> products = new ArrayList<>();
    private final List<Reject> rejects = new ArrayList<>();

    /// Why a line was left out.
    ///
    /// @param field empty when the whole line is meant
    record Reject(int line, String field, String msg) {}

    private ProductReader() {}

    static ProductReader read(byte[] body) {
        var reader = new ProductReader();
        int line = 0;
        for (int from = 0; from < body.length; ) {
            int end = from;
            while (end < body.length && body[end] != '\n') {
                end++;
            }
            if (++line > MOST_LINES) {
                throw new Failure.BadRequest(Fault.of(Message.LINES_TOO_MANY, MOST_LINES));
            }
            reader.readLine(line, body, from, end - from);
            from = end + 1;
        }
        return reader;
    }

    List<NewProduct> products() {
        return products;
    }

    List<Reject> rejects() {
        return rejects;
    }

    private void readLine(int number, byte[] body, int from, int length) {
        if (isBlank(body, from, length)) {
            return;
        }
        var line = new ProductLine(number);
        try (var parser = Json.lineParser(body, from, length)) {
            line.read(parser);
        } catch (JacksonException e) {
            line.broken(Json.broken(e).faults().getFirst());
        }
        if (line.faults().isEmpty()) {
            products.add(line.product());
        } else {
            rejects.addAll(line.faults());
        }
    }

    private static boolean isBlank(byte[] body, int from, int length) {
        for (int i = from; i < from + length; i++) {
            if (body[i] > ' ' || body[i] < 0) {
                return false;
            }
        }
        return true;
    }
}

package stockroom.catalog.products;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import stockroom.catalog.products.CataloguePageStore.Product;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// A replacement with the changed fields for the audit log, cut so that ten thousand changes fit into one entry.
record ProductChange(
        int productId, NewProduct product, Map<String, Object> loggedBefore, Map<String, Object> loggedAfter) {
    private static final int MAX_LOGGED = 1_000;
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final TypeReference<LinkedHashMap<String, Object>> FIELDS = new TypeReference<>() {};

    static ProductChange of(Product before, NewProduct after) {
        var change = new ProductChange(before.productId(), after, new LinkedHashMap<>(), new LinkedHashMap<>());
        if (!before.product().equals(after)) {
            change.loggedBefore.put("productId", before.productId());
            change.loggedAfter.put("productId", before.productId());
            var fields = JSON.convertValue(before.product(), FIELDS);
            JSON.convertValue(after, FIELDS).forEach((name, value) -> change.note(name, fields.get(name), value));
        }
        return change;
    }

    boolean changesSomething() {
        return !loggedBefore.isEmpty();
    }

    private void note(String field, @Nullable Object before, Object after) {
        if (before != null && !before.equals(after)) {
            loggedBefore.put(field, cut(before));
            loggedAfter.put(field, cut(after));
        }
    }

    private static Object cut(Object value) {
        var text = value.toString();
        return text.length() <= MAX_LOGGED
                ? value
                : "%s… (%d characters)".formatted(text.substring(0, MAX_LOGGED), text.length());
    }
}

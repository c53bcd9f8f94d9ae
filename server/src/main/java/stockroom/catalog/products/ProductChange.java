package stockroom.catalog.products;

import java.util.LinkedHashMap;
import java.util.Map;
import stockroom.catalog.products.CataloguePageStore.Product;

/// An existing product and what it becomes, and of the difference what the audit log keeps: the fields that change,
/// long ones truncated, so that ten thousand of them still fit.
///
/// @param product what it becomes
record ProductChange(
        int productId, NewProduct product, Map<String, Object> loggedBefore, Map<String, Object> loggedAfter) {
    private static final int MAX_LOGGED = 1_000;

    static ProductChange of(Product before, NewProduct after) {
        var change = new ProductChange(before.productId(), after, new LinkedHashMap<>(), new LinkedHashMap<>());
        change.note("title", before.title(), after.title());
        change.note("description", before.description(), after.description());
        change.note("price", before.price(), after.price().toPlainString());
        change.note("images", before.images(), after.images());
        change.note("video", before.video(), after.video());
        change.note("categoryIds", before.categoryIds(), after.categoryIds());
        change.note("categoryNames", before.categoryNames(), after.categoryNames());
        change.note("attributes", before.attributes(), after.attributes());
        if (change.changesSomething()) {
            change.loggedBefore.put("productId", before.productId());
            change.loggedAfter.put("productId", before.productId());
        }
        return change;
    }

    boolean changesSomething() {
        return !loggedBefore.isEmpty();
    }

    private void note(String field, Object before, Object after) {
        if (!before.equals(after)) {
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

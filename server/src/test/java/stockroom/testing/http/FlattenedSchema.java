package stockroom.testing.http;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/// Maps each place in a JSON value to what a schema says about it: `""` is the value, `.data[].size` a field.
public record FlattenedSchema(Map<String, Facts> places) {
    private static final Set<String> BOUNDS = Set.of(
            "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "pattern", "format", "default");

    /// The rules of a schema for one value.
    ///
    /// @param types of JSON; empty if any is allowed
    /// @param values the allowed values, if they are listed
    /// @param always whether the place exists whenever its parent does
    public record Facts(Set<String> types, Set<String> values, Map<String, String> bounds, boolean always) {

        private Facts required(boolean required) {
            return new Facts(types, values, bounds, required);
        }
    }

    public static FlattenedSchema of(OpenApi openApi, JsonNode schema) {
        var node = openApi.resolved(schema);
        var shape = new FlattenedSchema(new TreeMap<>(Map.of("", own(node))));
        var fields = new TreeMap<String, Facts>();
        var required = new TreeSet<String>();
        node.path("required").forEach(name -> required.add(name.asString()));
        node.path("properties")
                .forEachEntry((name, field) -> of(openApi, field)
                        .places
                        .forEach((place, facts) -> fields.put(
                                "." + name + place,
                                place.isEmpty() ? facts.required(required.contains(name)) : facts)));
        // another part of the allOf describes these fields
        required.forEach(
                name -> fields.putIfAbsent("." + name, own(node.path("nothing")).required(true)));
        shape.places.putAll(fields);
        if (node.has("items")) {
            of(openApi, node.path("items")).places.forEach((place, facts) -> shape.places.put("[]" + place, facts));
        }
        for (var part : node.path("allOf")) {
            shape.and(of(openApi, part));
        }
        for (var alternatives : new JsonNode[] {node.path("anyOf"), node.path("oneOf")}) {
            alternatives
                    .valueStream()
                    .map(each -> of(openApi, each))
                    .reduce(FlattenedSchema::or)
                    .ifPresent(shape::and);
        }
        if (node.has("if")) {
            shape.and(of(openApi, node.path("then")).or(of(openApi, node.path("else"))));
        }
        return shape;
    }

    private static Facts own(JsonNode node) {
        var types = new TreeSet<String>();
        if (node.path("type").isArray()) {
            node.path("type").forEach(type -> types.add(type.asString()));
        } else if (node.has("type")) {
            types.add(node.path("type").asString());
        }
        var values = new TreeSet<String>();
        node.path("enum").forEach(value -> values.add(value.toString()));
        if (node.has("const")) {
            values.add(node.path("const").toString());
        }
        var bounds = new HashMap<String, String>();
        BOUNDS.stream()
                .filter(node::has)
                .forEach(name -> bounds.put(name, node.path(name).asString()));
        return new Facts(types, values, bounds, true);
    }

    /// Adds a schema that must hold too, as in `allOf`.
    private void and(FlattenedSchema other) {
        other.places.forEach((place, more) -> places.merge(
                place,
                more,
                (some, _) -> new Facts(
                        narrowed(some.types, more.types),
                        narrowed(some.values, more.values),
                        joined(some.bounds, more.bounds),
                        place.isEmpty() || some.always || more.always)));
    }

    private FlattenedSchema or(FlattenedSchema other) {
        var either = new TreeMap<String, Facts>();
        places.forEach((place, facts) -> either.put(place, facts.required(facts.always && !other.has(around(place)))));
        other.places.forEach((place, facts) -> either.put(place, facts.required(facts.always && !has(around(place)))));
        places.keySet().stream().filter(other.places::containsKey).forEach(place -> {
            var one = places.getOrDefault(place, NONE);
            var two = other.places.getOrDefault(place, NONE);
            either.put(
                    place,
                    new Facts(
                            widened(one.types, two.types),
                            widened(one.values, two.values),
                            joined(one.bounds, two.bounds),
                            one.always && two.always));
        });
        return new FlattenedSchema(either);
    }

    private boolean has(String place) {
        return places.containsKey(place);
    }

    public static String around(String place) {
        return place.substring(0, Math.max(0, Math.max(place.lastIndexOf('.'), place.lastIndexOf('['))));
    }

    private static final Facts NONE = new Facts(Set.of(), Set.of(), Map.of(), false);

    /// An empty set allows everything.
    private static Set<String> narrowed(Set<String> some, Set<String> more) {
        if (some.isEmpty() || more.isEmpty()) {
            return some.isEmpty() ? more : some;
        }
        var both = new TreeSet<>(some);
        both.retainAll(more);
        return both;
    }

    private static Set<String> widened(Set<String> some, Set<String> more) {
        if (some.isEmpty() || more.isEmpty()) {
            return Set.of();
        }
        var either = new TreeSet<>(some);
        either.addAll(more);
        return either;
    }

    private static Map<String, String> joined(Map<String, String> some, Map<String, String> more) {
        var both = new HashMap<>(more);
        both.putAll(some);
        return both;
    }
}

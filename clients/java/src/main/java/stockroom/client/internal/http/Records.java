package stockroom.client.internal.http;

import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reads records from JSON: a component has the name of its field, except for `pid`, which responses call `productid`.
/// It ignores unknown fields, because a newer server may have more.
final class Records {
    private static final ClassValue<Shape> SHAPES = new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
            return Shape.of(type);
        }
    };

    private record Shape(Constructor<?> constructor, List<RecordComponent> components) {
        static Shape of(Class<?> type) {
            var components = List.of(type.getRecordComponents());
            var types = components.stream().map(RecordComponent::getType).toArray(Class<?>[]::new);
            try {
                return new Shape(type.getConstructor(types), components);
            } catch (NoSuchMethodException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private Records() {}

    /// Throws an [IllegalArgumentException] if the JSON has no such record.
    static <T> T read(Json json, Class<T> type) {
        if (!(json.value() instanceof Map)) {
            throw new IllegalArgumentException(type.getSimpleName());
        }
        var shape = SHAPES.get(type);
        var values = shape.components().stream()
                .map(component -> component(json, component))
                .toArray();
        try {
            return type.cast(shape.constructor().newInstance(values));
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(type.getSimpleName(), e);
        }
    }

    private static @Nullable Object component(Json json, RecordComponent component) {
        var name = component.getName().equals("pid") ? "productid" : component.getName();
        try {
            return value(json.path(name), component.getGenericType());
        } catch (ClassCastException | DateTimeException | NullPointerException | NumberFormatException e) {
            throw new IllegalArgumentException(name, e);
        }
    }

    private static @Nullable Object value(Json json, Type type) {
        var value = json.value();
        if (value == null && !(type instanceof Class<?> plain && plain.isPrimitive())) {
            return null;
        }
        Objects.requireNonNull(value);
        if (type instanceof ParameterizedType list) {
            var item = list.getActualTypeArguments()[0];
            return ((List<?>) value)
                    .stream().map(each -> value(new Json(each), item)).toList();
        }
        // the specification calls a size a string, although responses have a number
        if (type == int.class || type == Integer.class) {
            return value instanceof String text ? Integer.valueOf(text) : (Integer) value;
        }
        if (type == long.class || type == Long.class) {
            return ((Number) value).longValue();
        }
        if (type == BigDecimal.class) {
            return new BigDecimal(value.toString());
        }
        if (type == Instant.class) {
            return Instant.parse((String) value);
        }
        var plain = (Class<?>) type;
        return plain.isRecord()
                ? read(json, plain)
                : MethodType.methodType(plain).wrap().returnType().cast(value);
    }
}

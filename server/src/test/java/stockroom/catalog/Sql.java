package stockroom.catalog;

import java.util.stream.Stream;

final class Sql {
    private Sql() {}

    static Stream<String> of(String... names) {
        return Stream.of(names).map(Sql::of);
    }

    static String of(String name) {
        int dot = name.lastIndexOf('.');
        try {
            var constant = Class.forName("stockroom.catalog." + name.substring(0, dot))
                    .getDeclaredField(name.substring(dot + 1));
            constant.setAccessible(true);
            return (String) constant.get(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(name, e);
        }
    }
}

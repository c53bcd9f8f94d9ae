package stockroom.http.input;

import org.jspecify.annotations.Nullable;

/// A place has a text such as `[17].param[2].size`, which is built only if something is wrong there.
public record Place(@Nullable Place parent, String field, int index) {
    public static final Place BODY = new Place(null, "", -1);

    public Place field(String name) {
        return new Place(this, name, -1);
    }

    public Place item(int at) {
        return new Place(this, "", at);
    }

    @Override
    public String toString() {
        if (parent == null) {
            return "";
        }
        if (index >= 0) {
            return parent + "[" + index + "]";
        }
        return parent.equals(BODY) ? field : parent + "." + field;
    }
}

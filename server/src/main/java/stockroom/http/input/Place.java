package stockroom.http.input;

import org.jspecify.annotations.Nullable;

/// Where something stands in a JSON body: `[17].param[2].size`. A body has thousands of places and few violations, so
/// a place is written out only when something is wrong there.
///
/// @param index in an array; negative for a field
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

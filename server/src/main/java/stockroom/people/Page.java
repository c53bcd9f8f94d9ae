package stockroom.people;

import java.util.Optional;

/// What every page shows: who is signed in, and what went wrong or was done last.
///
/// @param path is where the page is, to come back to after a change of the language
public record Page(PageTexts texts, Optional<String> person, String path, Optional<String> error) {
    public String t(String key, Object... values) {
        return texts.get(key, values);
    }

    Page with(String message) {
        return new Page(texts, person, path, Optional.of(message));
    }
}

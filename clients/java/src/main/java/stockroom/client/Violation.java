package stockroom.client;

import java.io.Serializable;

/// One thing that is wrong with a request.
///
/// @param at the place, such as `[17].param[2].size` or `[17].stock`; empty if the whole request is meant
/// @param code for programs; never changes
/// @param message for people: what was sent, what was expected
public record Violation(String at, String code, String message) implements Serializable {}

package stockroom.client;

import java.io.Serializable;

/// One thing that is wrong with a request.
///
/// @param at where, such as `[17].param[2].size` or `[17].stock`; empty where the whole request is meant
/// @param code for programs; never changes
/// @param message for people: what came, what was expected
public record Fault(String at, String code, String message) implements Serializable {}

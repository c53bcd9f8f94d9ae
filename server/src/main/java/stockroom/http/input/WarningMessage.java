package stockroom.http.input;

import stockroom.http.failure.Message;

/// Warnings are in successful responses and have no code.
enum WarningMessage implements Message {
    NAME_MISSPELT,
    NAME_OF_HEADER,
    NAME_UNKNOWN,
    NAME_UNNEEDED
}

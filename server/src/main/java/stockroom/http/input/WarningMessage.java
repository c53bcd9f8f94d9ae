package stockroom.http.input;

import stockroom.http.failure.Message;

/// About names that are ignored. They stand in successes, without a code.
enum WarningMessage implements Message {
    NAME_MISSPELT,
    NAME_OF_HEADER,
    NAME_UNKNOWN,
    NAME_UNNEEDED
}

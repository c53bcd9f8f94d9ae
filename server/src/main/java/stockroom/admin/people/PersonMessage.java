package stockroom.admin.people;

import stockroom.http.failure.Message;
import stockroom.http.input.ValueMessage;

enum PersonMessage implements Message {
    PERSON_NAME_INVALID,
    CONSOLE_OFF,
    INVITATIONS_TOO_MANY;

    @Override
    public String code() {
        return this == PERSON_NAME_INVALID ? ValueMessage.INVALID : name();
    }
}

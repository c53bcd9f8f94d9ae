package stockroom.people;

import stockroom.http.failure.Message;

enum PeopleMessage implements Message {
    PAGE_UNKNOWN,
    PAGE_MISSPELT,
    FORM_OF_ANOTHER_SITE,
    NOT_ALLOWED;

    @Override
    public String code() {
        return this == PAGE_MISSPELT ? PAGE_UNKNOWN.name() : name();
    }
}

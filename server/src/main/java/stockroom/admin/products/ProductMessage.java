package stockroom.admin.products;

import stockroom.http.failure.Message;
import stockroom.http.input.ValueMessage;

enum ProductMessage implements Message {
    LINES_TOO_MANY,
    VALUE_NOT_PRICE,
    VALUE_NOT_LIST;

    @Override
    public String code() {
        return this == LINES_TOO_MANY ? name() : ValueMessage.INVALID;
    }
}

package stockroom.admin.merchants;

import stockroom.http.failure.Message;
import stockroom.http.input.ValueMessage;

enum MerchantMessage implements Message {
    STORE_URL_INVALID,
    STORE_URL_TAKEN;

    @Override
    public String code() {
        return switch (this) {
            case STORE_URL_INVALID -> ValueMessage.INVALID;
            case STORE_URL_TAKEN -> name();
        };
    }
}

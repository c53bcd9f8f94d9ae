package stockroom.admin.merchants;

import stockroom.http.failure.Message;
import stockroom.http.input.ValueMessage;

/// About merchants.
enum MerchantMessage implements Message {
    STORE_URL_INVALID;

    @Override
    public String code() {
        return ValueMessage.INVALID;
    }
}

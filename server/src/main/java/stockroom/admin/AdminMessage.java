package stockroom.admin;

import stockroom.http.failure.Message;

public enum AdminMessage implements Message {
    OPERATOR_PATH_UNKNOWN,
    OPERATOR_PATH_MISSPELT;

    @Override
    public String code() {
        return "PATH_UNKNOWN";
    }
}

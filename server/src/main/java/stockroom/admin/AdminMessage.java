package stockroom.admin;

import stockroom.http.failure.Message;

/// About paths of the operators' interface.
public enum AdminMessage implements Message {
    OPERATOR_PATH_UNKNOWN,
    OPERATOR_PATH_MISSPELT;

    @Override
    public String code() {
        return "PATH_UNKNOWN";
    }
}

package stockroom.admin;

import stockroom.http.failure.Message;

/// About paths of the operators' interface.
public enum AdminMessage implements Message {
    OPERATOR_PATH_UNKNOWN;

    @Override
    public String code() {
        return "PATH_UNKNOWN";
    }
}

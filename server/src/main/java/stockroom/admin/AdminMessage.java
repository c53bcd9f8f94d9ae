package stockroom.admin;

import stockroom.http.failure.Message;

/// What is said of paths of the operators' interface.
public enum AdminMessage implements Message {
    OPERATOR_PATH_UNKNOWN;

    @Override
    public String code() {
        return "PATH_UNKNOWN";
    }
}

package stockroom.admin.credentials;

import stockroom.http.failure.Message;

enum CredentialMessage implements Message {
    SECRETS_ARE_TWO,
    SECRET_IS_LAST,
    TOKEN_IS_REVOKED
}

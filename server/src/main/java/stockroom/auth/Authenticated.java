package stockroom.auth;

import stockroom.database.DatabaseFailure;
import stockroom.database.Deadline;
import stockroom.http.Answer;
import stockroom.http.Endpoint;
import stockroom.http.Request;
import stockroom.http.failure.Failure;

/// The door in front of every merchant endpoint. Also the place where `database` and `http`, which do not know each
/// other, meet: a database that does not answer becomes a failure that can be answered.
public final class Authenticated implements Endpoint {
    private final Authentication authentication;
    private final MerchantEndpoint endpoint;

    public Authenticated(Authentication authentication, MerchantEndpoint endpoint) {
        this.authentication = authentication;
        this.endpoint = endpoint;
    }

    @Override
    public Answer answer(Request request) {
        try {
            return Deadline.within(request::nanosLeft, () -> {
                var caller = authentication.caller(request);
                request.calledBy(caller.toString());
                return endpoint.answer(caller, request);
            });
        } catch (DatabaseFailure.Busy e) {
            throw new Failure.Overloaded();
        } catch (DatabaseFailure.Down e) {
            throw new Failure.Unavailable(e);
        }
    }
}

package stockroom.requests;

import java.util.function.Supplier;
import stockroom.database.DatabaseFailure;
import stockroom.database.Deadline;
import stockroom.http.Answer;
import stockroom.http.Request;
import stockroom.http.failure.Failure;

/// Ends database work with the request's time, and turns database failures into failures of the request.
public final class DatabaseWork {
    private DatabaseWork() {}

    public static Answer of(Request request, Supplier<Answer> work) {
        try {
            return Deadline.within(request.admission()::nanosLeft, work::get);
        } catch (DatabaseFailure.Busy e) {
            throw new Failure.Overloaded();
        } catch (DatabaseFailure.Down e) {
            throw new Failure.Unavailable(e);
        } catch (DatabaseFailure.OutcomeUnknown e) {
            throw new Failure.OutcomeUnknown(e);
        }
    }
}

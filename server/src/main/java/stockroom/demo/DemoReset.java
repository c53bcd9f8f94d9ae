package stockroom.demo;

import java.util.Map;
import stockroom.admin.operators.OperatorEndpoint;
import stockroom.audit.Operator;
import stockroom.http.Answer;
import stockroom.http.Request;

/// POST /admin/v1/demo/reset, in the demonstration only: restores the initial state.
public final class DemoReset implements OperatorEndpoint {
    private final DemoStateStore state;
    private final Runnable forget;

    /// @param forget clears the server's caches
    public DemoReset(DemoStateStore state, Runnable forget) {
        this.state = state;
        this.forget = forget;
    }

    @Override
    public Answer answer(Operator by, Request request) {
        state.restore();
        forget.run();
        return Answer.success(Map.of("success", true));
    }
}

package stockroom.http.bounds;

import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.jspecify.annotations.Nullable;
import stockroom.http.failure.Failure;
import stockroom.share.Owner;

/// What one request holds of the node's shares, and for how long, until its answer is sent. It counts for the address
/// it comes from until it is proven who calls, then for the caller.
public final class Admission {
    /// A body up to this length takes too little of a processor to wait for its turn.
    private static final int SHORT_BYTES = 16 << 10;

    private final NodeShares shares;
    private final ConnectionMetaData connection;
    private final Owner address;
    private Owner owner;
    private String operator = "";
    private long merchant;
    private boolean unproven;
    private final AtomicBoolean proving = new AtomicBoolean();
    private boolean atWork;
    private int bodyUnits;
    private boolean failing;
    private UnsentAnswers.@Nullable Unsent unsent;
    private long deadline;

    /// @param requestTimeout how long an answer may take
    public Admission(NodeShares shares, AddressBlock address, ConnectionMetaData connection, Duration requestTimeout) {
        this.shares = shares;
        this.connection = connection;
        this.address = Owner.at(address.bits());
        this.owner = this.address;
        this.deadline = System.nanoTime() + requestTimeout.toNanos();
    }

    /// How long an answer may still take, in nanoseconds. Waiting for the rest of the body does not count.
    public long nanosLeft() {
        return deadline - System.nanoTime();
    }

    /// Whom it counts for: the caller, or its address until it is proven who that is.
    public Owner owner() {
        return owner;
    }

    /// The name of the operator's key; empty, unless an operator calls.
    public String operator() {
        return operator;
    }

    /// Whose data an operator's request is about; 0 where that is nobody's in particular.
    public long merchant() {
        return merchant;
    }

    /// Counts it for its address until it is proven who calls, or it is answered, and waits for its turn.
    public void startUnproven() {
        unproven = shares.unproven().add(address);
        if (!unproven) {
            throw NodeShares.tooManyAtOnce();
        }
        startProving();
    }

    private void startProving() {
        NodeShares.await(shares.proving(), address, nanosLeft());
        proving.set(true);
    }

    /// Once it is proven who calls, or nothing is left to do but to wait until the answer is read.
    public void endProving() {
        if (proving.getAndSet(false)) {
            shares.proving().giveBack(address, 1);
        }
    }

    /// Asks the database who calls: meanwhile the turn is another's.
    public <T> T askWhoCalls(Supplier<T> question) {
        endProving();
        var answer = question.get();
        startProving();
        return answer;
    }

    /// Notes who calls, as soon as that is proven, and more exactly when more is: what the request takes of the node
    /// counts against the caller.
    public void calledBy(Owner caller) {
        owner = caller;
        endProving();
        endUnproven();
    }

    /// The same for an operator.
    ///
    /// @param key the id of the key that the operator calls with
    /// @param name the name of that key
    public void calledByOperator(long key, String name) {
        calledBy(Owner.ofOperator(key));
        operator = name;
    }

    /// Notes whose data an operator's request is about.
    public void about(long merchant) {
        this.merchant = merchant;
    }

    private void endUnproven() {
        if (unproven) {
            shares.unproven().remove(address);
            unproven = false;
        }
    }

    /// Takes memory for so much of the body.
    public void takeBody(int bytes) {
        bodyUnits += shares.takeBody(owner, bytes);
    }

    /// Receives the body, and is at work then. The time that takes is added to the time the answer may take.
    public <T> T receive(Supplier<T> body) {
        long begun = System.nanoTime();
        var received = body.get();
        deadline += System.nanoTime() - begun;
        startWork();
        return received;
    }

    /// Waits without being at work. The wait is added to the time the answer may take.
    public <T> T waiting(Supplier<T> wait) {
        endWork();
        return receive(wait);
    }

    /// Takes one of the requests that are at work at once. One whose body has yet to come is not at work.
    public void startWork() {
        if (!atWork) {
            NodeShares.take(shares.requests(), owner, 1);
            atWork = true;
        }
    }

    /// Once the endpoint is done with the request.
    public void endWork() {
        if (bodyUnits > 0) {
            shares.bodies().giveBack(owner, bodyUnits);
            bodyUnits = 0;
        }
        if (atWork) {
            shares.requests().giveBack(owner, 1);
            atWork = false;
        }
    }

    /// Works on so many bytes. Long work takes turns with that of others, since it takes a processor for a while.
    public <T> T process(int bytes, Supplier<T> work) {
        if (bytes <= SHORT_BYTES) {
            return work.get();
        }
        NodeShares.await(shares.processing(), owner, nanosLeft());
        long begun = System.nanoTime();
        try {
            return work.get();
        } finally {
            shares.processing().giveBack(owner, 1, System.nanoTime() - begun);
        }
    }

    /// Counts the answer against the caller until it is sent.
    public void startSending(int bytes) {
        unsent = shares.answers().add(owner, bytes, () -> close("nobody reads the answer, and memory is short"));
    }

    /// The same of a failure, which also counts for the address; false where there is no room for it.
    public boolean startSendingFailure(int bytes) {
        failing = shares.failures().add(address);
        try {
            if (failing) {
                startSending(bytes);
            }
            return failing;
        } catch (Failure e) {
            return false;
        }
    }

    public void endSending() {
        endUnproven();
        if (failing) {
            shares.failures().remove(address);
            failing = false;
        }
        if (unsent != null) {
            shares.answers().sent(unsent);
            unsent = null;
        }
    }

    /// Ends the connection.
    public void close(String why) {
        connection.getConnection().getEndPoint().close(new TimeoutException(why));
    }
}

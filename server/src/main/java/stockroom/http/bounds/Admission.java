package stockroom.http.bounds;

import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.jspecify.annotations.Nullable;
import stockroom.http.failure.Failure;
import stockroom.share.Owner;

/// Tracks what one request holds of the node's resources until its response is sent. It counts against the
/// address until the caller is authenticated, then against the caller.
public final class Admission {
    /// A shorter body takes too little processor time to wait for a turn.
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

    public Admission(NodeShares shares, AddressBlock address, ConnectionMetaData connection, Duration requestTimeout) {
        this.shares = shares;
        this.connection = connection;
        this.address = Owner.at(address.bits());
        this.owner = this.address;
        this.deadline = System.nanoTime() + requestTimeout.toNanos();
    }

    /// Returns the time left for the response. Time spent on receiving the body does not count.
    public long nanosLeft() {
        return deadline - System.nanoTime();
    }

    /// Returns the address until the caller is authenticated.
    public Owner owner() {
        return owner;
    }

    public boolean isAuthenticated() {
        return !owner.equals(address);
    }

    /// Returns the name of the operator's key, or an empty text.
    public String operator() {
        return operator;
    }

    /// Returns the merchant that an operator's request is about, or 0.
    public long merchant() {
        return merchant;
    }

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

    /// Ends the turn once the caller is authenticated or only the response is left to send.
    public void endProving() {
        if (proving.getAndSet(false)) {
            shares.proving().giveBack(address, 1);
        }
    }

    /// Gives up the turn while the caller is looked up in the database.
    public <T> T askWhoCalls(Supplier<T> question) {
        endProving();
        var answer = question.get();
        startProving();
        return answer;
    }

    /// Is called once the caller is authenticated, and again when more is known. What the request holds is the former
    /// owner's, and is given back.
    public void calledBy(Owner caller) {
        endWork();
        owner = caller;
        endProving();
        endUnproven();
    }

    public void calledByOperator(long key, String name) {
        calledBy(Owner.ofOperator(key));
        operator = name;
    }

    public void about(long merchant) {
        this.merchant = merchant;
    }

    private void endUnproven() {
        if (unproven) {
            shares.unproven().remove(address);
            unproven = false;
        }
    }

    public void takeBody(int bytes) {
        bodyUnits += shares.takeBody(owner, bytes);
    }

    /// Receives the body, then starts work. The time spent does not count.
    public <T> T receive(Supplier<T> body) {
        long begun = System.nanoTime();
        var received = body.get();
        deadline += System.nanoTime() - begun;
        startWork();
        return received;
    }

    /// Waits without counting as work. The time spent does not count.
    public <T> T waiting(Supplier<T> wait) {
        endWork();
        return receive(wait);
    }

    /// A request whose body is still arriving is not at work.
    public void startWork() {
        if (!atWork) {
            NodeShares.take(shares.requests(), owner, 1);
            atWork = true;
        }
    }

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

    /// Long work waits for a turn because it occupies a processor.
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

    public void startSending(int bytes) {
        unsent = shares.answers().add(owner, bytes, () -> close("nobody reads the answer, and memory is short"));
    }

    /// Returns false if there is no room for the failure.
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

    public void close(String why) {
        connection.getConnection().getEndPoint().close(new TimeoutException(why));
    }
}

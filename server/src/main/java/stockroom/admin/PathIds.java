package stockroom.admin;

import java.util.Optional;
import stockroom.auth.MerchantId;
import stockroom.http.Failure;
import stockroom.http.Failure.Why;
import stockroom.http.Fault;
import stockroom.http.Message;
import stockroom.http.Request;
import stockroom.http.Shown;

/// Ids in paths and queries, and what is said when nothing has that id.
final class PathIds {
    private PathIds() {}

    static MerchantId merchant(Request request) {
        return new MerchantId(number(request, "merchant"));
    }

    static long number(Request request, String name) {
        return number(name, request.pathValue(name), Fields.MOST_ID);
    }

    static int product(Request request) {
        return (int) number("product", request.pathValue("product"), Integer.MAX_VALUE);
    }

    /// 16 hexadecimal digits.
    static String hex(Request request, String name) {
        var value = request.pathValue(name);
        if (!value.matches("[0-9a-f]{16}")) {
            throw new Failure.BadRequest(Fault.at(name, Message.VALUE_NOT_ID, name, Shown.of(value), 16));
        }
        return value;
    }

    static long number(String name, String value, long most) {
        if (!value.matches("[0-9]{1,18}") || Long.parseLong(value) < 1 || Long.parseLong(value) > most) {
            throw new Failure.BadRequest(Fault.at(name, Message.VALUE_NOT_NUMBER, name, Shown.of(value), 1, most));
        }
        return Long.parseLong(value);
    }

    /// An id that a list is narrowed by.
    static Optional<Long> filter(Request request, String name) {
        long most = name.equals("product") ? Integer.MAX_VALUE : Fields.MOST_ID;
        return request.query().text(name).map(value -> number(name, value, most));
    }

    static MerchantId existingMerchant(MerchantStore merchants, Request request) {
        var merchant = merchant(request);
        require(merchants.find(merchant), "merchant", merchant.value());
        return merchant;
    }

    static void require(Optional<?> found, String what, Object id) {
        if (found.isEmpty()) {
            throw notFound(what, id);
        }
    }

    static Failure notFound(String what, Object id) {
        return new Failure.Refused(Why.NOT_FOUND, Fault.of(Message.NOT_FOUND, what + " " + id));
    }
}

package stockroom.admin.credentials;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import stockroom.admin.input.Fields;
import stockroom.admin.input.Paging;
import stockroom.admin.input.PathIds;
import stockroom.audit.Operator;
import stockroom.http.Answer;
import stockroom.http.Request;
import stockroom.http.failure.Failure;

public record ApplicationResource(ApplicationStore applications) {
    private record NewApplication(@JsonUnwrapped ApplicationStore.Application about, String secret) {}

    private record NewSecret(long applicationId, int slot, String secret) {}

    public Answer list(Operator by, Request request) {
        return Answer.success(applications.list(Paging.wanted(request)));
    }

    public Answer create(Operator by, Request request) {
        var fields = Fields.of(request, "name");
        var name = fields.name("name");
        fields.finish();
        var created = applications.create(by, name);
        return Answer.created(
                new NewApplication(created.about(), created.secret().reveal()));
    }

    public Answer show(Operator by, Request request) {
        return Answer.success(existing(PathIds.number(request, "application")));
    }

    public Answer change(Operator by, Request request) {
        long application = PathIds.number(request, "application");
        var fields = Fields.ofChange(request, "name", "suspended");
        var name = fields.optionalName("name");
        var suspended = fields.flag("suspended");
        fields.finish();
        var changed = applications.change(by, application, name, suspended);
        return Answer.success(PathIds.found(changed, "application", application));
    }

    public Answer addSecret(Operator by, Request request) {
        long application = PathIds.number(request, "application");
        existing(application);
        var added = applications
                .addSecret(by, application)
                .orElseThrow(() -> Failure.refused(409, CredentialMessage.SECRETS_ARE_TWO, application));
        return Answer.created(
                new NewSecret(application, added.slot(), added.secret().reveal()));
    }

    public Answer endSecret(Operator by, Request request) {
        long application = PathIds.number(request, "application");
        int slot = (int) PathIds.number("slot", request.pathValue("slot"), 2);
        return switch (applications.endSecret(by, application, slot)) {
            case DONE -> Answer.success(existing(application));
            case UNKNOWN -> throw PathIds.notFound("secret %d of application".formatted(slot), application);
            case LAST -> throw Failure.refused(409, CredentialMessage.SECRET_IS_LAST, application);
        };
    }

    private ApplicationStore.Application existing(long application) {
        return PathIds.found(applications.find(application), "application", application);
    }
}

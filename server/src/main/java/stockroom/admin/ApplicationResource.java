package stockroom.admin;

import java.time.Instant;
import java.util.List;
import stockroom.admin.ApplicationStore.LiveSecret;
import stockroom.http.Answer;
import stockroom.http.Failure;
import stockroom.http.Failure.Why;
import stockroom.http.Fault;
import stockroom.http.Message;
import stockroom.http.Request;

/// `/applications`
final class ApplicationResource {
    private final ApplicationStore applications;

    ApplicationResource(ApplicationStore applications) {
        this.applications = applications;
    }

    private record NewApplication(
            long applicationId,
            String name,
            boolean suspended,
            Instant createdAt,
            List<LiveSecret> secrets,
            String secret) {}

    private record NewSecret(long applicationId, int slot, String secret) {}

    Answer list(Operator by, Request request) {
        return Answer.success(applications.list(Page.wanted(request)));
    }

    Answer create(Operator by, Request request) {
        var fields = Fields.of(request, "name");
        var name = fields.name("name");
        fields.finish();
        var created = applications.create(by, name);
        var application = created.about();
        return Answer.created(new NewApplication(
                application.applicationId(),
                application.name(),
                application.suspended(),
                application.createdAt(),
                application.secrets(),
                created.secret().reveal()));
    }

    Answer show(Operator by, Request request) {
        return Answer.success(existing(PathIds.number(request, "application")));
    }

    Answer change(Operator by, Request request) {
        long application = PathIds.number(request, "application");
        var fields = Fields.ofChange(request, "name", "suspended");
        var name = fields.optionalName("name");
        var suspended = fields.flag("suspended");
        fields.finish();
        return Answer.success(applications
                .change(by, application, name, suspended)
                .orElseThrow(() -> PathIds.notFound("application", application)));
    }

    Answer addSecret(Operator by, Request request) {
        long application = PathIds.number(request, "application");
        existing(application);
        var added = applications
                .addSecret(by, application)
                .orElseThrow(() -> new Failure.Refused(Why.CONFLICT, Fault.of(Message.SECRETS_ARE_TWO, application)));
        return Answer.created(
                new NewSecret(application, added.slot(), added.secret().reveal()));
    }

    Answer endSecret(Operator by, Request request) {
        long application = PathIds.number(request, "application");
        int slot = (int) PathIds.number("slot", request.pathValue("slot"), 2);
        return switch (applications.endSecret(by, application, slot)) {
            case DONE -> Answer.success(existing(application));
            case UNKNOWN -> throw PathIds.notFound("secret %d of application".formatted(slot), application);
            case LAST -> throw new Failure.Refused(Why.CONFLICT, Fault.of(Message.SECRET_IS_LAST, application));
        };
    }

    private ApplicationStore.Application existing(long application) {
        return applications.find(application).orElseThrow(() -> PathIds.notFound("application", application));
    }
}

package stockroom.admin.people;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import stockroom.admin.input.Paging;
import stockroom.admin.input.PathIds;
import stockroom.audit.Operator;
import stockroom.database.paging.Page;
import stockroom.http.Answer;
import stockroom.http.Request;

public record PersonResource(
        PersonStore people, MembershipStore memberships, SessionStore sessions, PersonDataStore data) {
    private record PersonData(
            @JsonUnwrapped PersonStore.Person person,
            List<MembershipStore.Membership> memberships,
            List<SessionStore.Listed> sessions,
            @JsonUnwrapped PersonDataStore.OtherData other) {}

    private record EndedSessions(long personId, int sessions) {}

    public Answer list(Operator by, Request request) {
        var name = PathIds.textFilter(request, "name", PersonName.MAX_LENGTH);
        if (name.isPresent()) {
            return Answer.success(new Page<>(
                    PersonName.of(name.get()).flatMap(people::find).stream().toList(), null));
        }
        var filter = new PersonStore.Filter(
                PathIds.search(request), PathIds.filter(request, "merchant"), PathIds.filter(request, "application"));
        return Answer.success(people.list(Paging.wanted(request), filter));
    }

    public Answer show(Operator by, Request request) {
        return Answer.success(allOf(existing(request)));
    }

    public Answer remove(Operator by, Request request) {
        long person = PathIds.number(request, "person");
        return Answer.success(PathIds.found(people.remove(by, person), "person", person));
    }

    public Answer endAtPlatform(Operator by, Request request) {
        return endAt(by, request, Place.PLATFORM);
    }

    public Answer endAtMerchant(Operator by, Request request) {
        return endAt(by, request, Place.ofMerchant(PathIds.number(request, "merchant")));
    }

    public Answer endAtApplication(Operator by, Request request) {
        return endAt(by, request, Place.ofApplication(PathIds.number(request, "application")));
    }

    private Answer endAt(Operator by, Request request, Place place) {
        long person = PathIds.number(request, "person");
        return Answer.success(PathIds.found(memberships.end(by, person, place), "membership of person", person));
    }

    public Answer listSessions(Operator by, Request request) {
        return Answer.success(new Page<>(sessions.list(existing(request).personId()), null));
    }

    public Answer endSessions(Operator by, Request request) {
        long person = existing(request).personId();
        return Answer.success(new EndedSessions(person, sessions.endAll(by, person)));
    }

    private PersonData allOf(PersonStore.Person person) {
        long id = person.personId();
        var held = memberships.of(id).stream()
                .map(MembershipStore.Held::membership)
                .toList();
        return new PersonData(person, held, sessions.list(id), data.of(id));
    }

    private PersonStore.Person existing(Request request) {
        long person = PathIds.number(request, "person");
        return PathIds.found(people.find(person), "person", person);
    }
}

package stockroom.people;

import stockroom.http.Answer;

@FunctionalInterface
interface PeopleEndpoint {
    Answer answer(Visitor visitor);
}

package stockroom.people;

import java.net.URI;
import stockroom.http.bounds.Networks;

/// `console` is the address that browsers use. People of the platform act as such only from `operatorsFrom`.
public record PeopleRules(URI console, Networks operatorsFrom) {}

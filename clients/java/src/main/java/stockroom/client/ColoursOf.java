package stockroom.client;

import java.util.Set;

/// The colours a product has already.
@FunctionalInterface
interface ColoursOf {
    Set<String> product(int pid);
}

/// Trials of the whole: guides, samples, the client library and the distribution, used as their readers use them.
///
/// [GuideTrial] and [SamplesTrial] need nothing but Java, so that scripts run them from the source, without a build.
@NullMarked
package stockroom.bench.trials;

import org.jspecify.annotations.NullMarked;

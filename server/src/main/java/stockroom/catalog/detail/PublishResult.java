package stockroom.catalog.detail;

/// The outcome of publishing a fetched product in the bound store. Both 0 (failed) and 1 (published) count as a
/// result.
record PublishResult(
        int product,
        String platform,
        String shopId,
        String userId,
        String userNick,
        String itemId,
        int status,
        String message) {}

package stockroom.catalog.detail;

/// What became of a fetched product in the bound store.
///
/// @param status 0 failed, 1 published; either is a result
record PublishResult(
        int product,
        String platform,
        String shopId,
        String userId,
        String userNick,
        String itemId,
        int status,
        String message) {}

package stockroom.catalog.detail;

/// Status 0 (failed) and 1 (published) both count as a result.
record PublishResult(
        int product,
        String platform,
        String shopId,
        String userId,
        String userNick,
        String itemId,
        int status,
        String message) {}

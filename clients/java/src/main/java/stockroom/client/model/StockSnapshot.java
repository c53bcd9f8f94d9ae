package stockroom.client.model;

import java.util.List;
import java.util.Map;

/// The stock by product ids, and the cursor for [stockroom.client.StockroomClient#changes(String)].
public record StockSnapshot(Map<Integer, List<StockItem>> stock, String cursor) {}

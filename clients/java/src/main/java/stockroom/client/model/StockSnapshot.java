package stockroom.client.model;

import java.util.List;
import java.util.Map;

/// The stock of products, and where the changes after it begin.
///
/// @param stock by the ids of the products
/// @param cursor from which [stockroom.client.StockroomClient#changes(String)] goes on
public record StockSnapshot(Map<Integer, List<StockItem>> stock, String cursor) {}

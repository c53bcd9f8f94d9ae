package stockroom.client.model;

import java.util.List;
import java.util.Map;

/// The stock of products, and where the changes after it begin.
///
/// @param stock by the ids of the products
/// @param cursor the start for [stockroom.client.StockroomClient#changes(String)]
public record StockSnapshot(Map<Integer, List<StockItem>> stock, String cursor) {}

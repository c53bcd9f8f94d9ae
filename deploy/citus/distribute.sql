-- Spreads Stockroom's tables over a Citus cluster. Run once on the coordinator, after the first start of the server has made
-- the tables and before there are merchants (on a filled database it works too, but moves every row).
--
-- Business tables are distributed by merchant and kept together, so that each request stays on one node; the two functions
-- are sent whole to that node. docs/decisions/0002 says why nothing else is needed.

-- read before the merchant is known: a copy on every node
SELECT create_reference_table('application');
SELECT create_reference_table('application_secret');
SELECT create_reference_table('access_token');
SELECT create_reference_table('suspended_merchant');
-- operator_key, audit_entry and failed_call stay on the coordinator: no request of a merchant reads them

SELECT create_distributed_table('merchant', 'merchant_id');
SELECT create_distributed_table('bound_store', 'merchant_id', colocate_with => 'merchant');
SELECT create_distributed_table('account', 'merchant_id', colocate_with => 'merchant');
SELECT create_distributed_table('product', 'merchant_id', colocate_with => 'merchant');
SELECT create_distributed_table('product_block', 'merchant_id', colocate_with => 'merchant');
SELECT create_distributed_table('stock', 'merchant_id', colocate_with => 'merchant');
SELECT create_distributed_table('create_turn', 'merchant_id', colocate_with => 'merchant');
SELECT create_distributed_table('daily_fetches', 'merchant_id', colocate_with => 'merchant');
SELECT create_distributed_table('fetched_product', 'merchant_id', colocate_with => 'merchant');

-- whose a product is, where only its id is known
SELECT create_distributed_table('product_owner', 'product_id', colocate_with => 'none');

SELECT create_distributed_function(oid::regprocedure, 'p_merchant', colocate_with => 'merchant')
FROM pg_proc WHERE proname IN ('create_stock', 'fetch_product');

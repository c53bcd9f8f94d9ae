SELECT outcome, wait_millis, push, products, places, stocks, cardinality(places) AS count, NULL AS data
FROM create_stock(
    p_merchant => :merchant, p_account => :account, p_application => :application,
    p_interval_millis => :intervalMillis, p_dry_run => :dryRun,
    p_products => array_fill(:product::integer, ARRAY[:colourCount::integer]), p_art_nos => NULL, p_colours => :colours,
    p_from => :from, p_to => :to, p_sizes => :sizes,
    p_quantities => array_fill(:quantity::integer, ARRAY[:entryCount::integer]),
    p_bar_codes => array_fill(NULL::text, ARRAY[:colourCount::integer]),
    p_expected => NULL, p_deltas => NULL,
    p_most_colours => :mostColours, p_most_entries => :mostEntries,
    p_request => :request, p_reference => NULL, p_key => NULL, p_request_hash => NULL);

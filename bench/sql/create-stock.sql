SELECT outcome, wait_millis, products
FROM create_stock(
    p_merchant => :merchant, p_account => :account, p_application => :application,
    p_interval_millis => :intervalMillis, p_dry_run => :dryRun,
    p_products => array_fill(:product::integer, ARRAY[:groupCount::integer]), p_colours => :colours,
    p_groups => :groups, p_sizes => :sizes, p_quantities => :quantities, p_bar_codes => :barCodes,
    p_most_colours => :mostColours, p_most_entries => :mostEntries);

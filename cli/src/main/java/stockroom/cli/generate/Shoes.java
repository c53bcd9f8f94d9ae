package stockroom.cli.generate;

import java.util.SplittableRandom;

/// The words that believable shoes are made of; none needs an escape in COPY, an array or JSON.
final class Shoes {
    /// @param letter begins the item numbers
    /// @param cheapest in whole units of money
    record Kind(char letter, String name, String categoryIds, String categoryNames, int cheapest) {}

    private static final Kind[] KINDS = {
        new Kind('R', "running shoes", "50,5012,501204", "Shoes,Sports,Running", 89),
        new Kind('C', "canvas sneakers", "50,5011,501101", "Shoes,Casual,Sneakers", 45),
        new Kind('L', "leather loafers", "50,5013,501302", "Shoes,Formal,Loafers", 138),
        new Kind('A', "ankle boots", "50,5014,501401", "Shoes,Boots,Ankle boots", 165),
        new Kind('S', "beach sandals", "50,5015,501503", "Shoes,Summer,Sandals", 29),
        new Kind('H', "hiking shoes", "50,5012,501207", "Shoes,Sports,Hiking", 149),
        new Kind('P', "运动鞋", "50,5012,501201", "鞋,运动,跑步", 79),
        new Kind('B', "马丁靴", "50,5014,501402", "鞋,靴子,马丁靴", 188)
    };
    private static final String[] UPPERS = {"mesh", "canvas", "cow leather", "suede", "microfibre", "牛皮"};
    private static final String[] SOLES = {"rubber", "EVA", "TPR", "polyurethane"};
    private static final String[] SEASONS = {"Spring", "Summer", "Autumn", "Winter", "All-year", "2026"};
    private static final String[] COLOURS = {
        "black",
        "white",
        "beige",
        "navy",
        "red",
        "olive",
        "grey",
        "brown",
        "pink",
        "sky blue",
        "黑色",
        "白色",
        "米色",
        "酒红",
        "军绿",
        "深蓝"
    };
    private static final String[] PLACES = {
        "Northgate", "Harbour", "Riverside", "Bright", "Old Mill", "Lakeside", "Summit", "Garden", "Station", "Silver"
    };
    private static final String[] TRADES = {"Shoes", "Footwear", "Soles", "Trading", "Boots", "Walkers", "鞋业"};

    private Shoes() {}

    static Kind kind(SplittableRandom random) {
        return KINDS[random.nextInt(KINDS.length)];
    }

    static String upper(SplittableRandom random) {
        return UPPERS[random.nextInt(UPPERS.length)];
    }

    static String sole(SplittableRandom random) {
        return SOLES[random.nextInt(SOLES.length)];
    }

    static String season(SplittableRandom random) {
        return SEASONS[random.nextInt(SEASONS.length)];
    }

    /// Counts in a circle, so that the colours of a product differ.
    static String colour(int number) {
        return COLOURS[number % COLOURS.length];
    }

    static String place(SplittableRandom random) {
        return PLACES[random.nextInt(PLACES.length)];
    }

    static String trade(SplittableRandom random) {
        return TRADES[random.nextInt(TRADES.length)];
    }
}

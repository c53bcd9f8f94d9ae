package stockroom.generate;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import stockroom.auth.MerchantId;
import stockroom.catalog.products.NewProduct;
import stockroom.catalog.products.NewProduct.Attribute;

/// Believable shoes, and names of those who sell them.
final class Shoes {
    private static final int FIRST_NUMBER = 1001;

    /// @param letter begins the item numbers
    /// @param cheapest in whole units of money
    private record Kind(char letter, String name, String categoryIds, String categoryNames, int cheapest) {}

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

    /// @param number counts up from 0 within the merchant
    static NewProduct product(MerchantId merchant, int product, int number, SplittableRandom random) {
        var kind = pick(KINDS, random);
        var upper = pick(UPPERS, random);
        var season = pick(SEASONS, random);
        var artNo = kind.letter + Integer.toString(FIRST_NUMBER + number);
        var address = "https://pictures.example/" + merchant.value() + "/" + product;
        var images = IntStream.rangeClosed(1, 3 + random.nextInt(3))
                .mapToObj(image -> address + "-" + image + ".jpg")
                .toList();
        return new NewProduct(
                artNo,
                season + " " + kind.name + ", " + upper + " upper, " + artNo,
                "<p>" + kind.name + ", " + upper + " upper.</p><img src=\"" + images.getFirst() + "\">",
                BigDecimal.valueOf(kind.cheapest * 100L + random.nextInt(6_000), 2),
                images,
                random.nextInt(4) == 0 ? address + ".mp4" : "",
                kind.categoryIds,
                kind.categoryNames,
                List.of(
                        new Attribute("Upper", upper),
                        new Attribute("Sole", pick(SOLES, random)),
                        new Attribute("Season", season)));
    }

    /// Counts in a circle, so that the colours of a product differ.
    static String colour(int number) {
        return COLOURS[number % COLOURS.length];
    }

    static String place(SplittableRandom random) {
        return pick(PLACES, random);
    }

    static String trade(SplittableRandom random) {
        return pick(TRADES, random);
    }

    static String storeUrl(String place) {
        return place.toLowerCase(Locale.ROOT).replace(" ", "");
    }

    private static <T> T pick(T[] of, SplittableRandom random) {
        return of[random.nextInt(of.length)];
    }
}

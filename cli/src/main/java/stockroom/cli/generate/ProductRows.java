package stockroom.cli.generate;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// Writes the rows of one product after the other.
final class ProductRows {
    private static final int MOST_COLOURS = 6;
    private static final int FEWEST_SIZES = 5;
    private static final int MOST_SIZES = 12;
    private static final int SMALLEST_SIZE = 34;
    private static final int FIRST_NUMBER = 1001;
    private static final byte[] PICTURES = "https://pictures.example/".getBytes(US_ASCII);
    /// What marks a UUID as a random one.
    private static final long UUID_VERSION = 0x4000L;

    private static final long UUID_VARIANT = 0x8000000000000000L;

    private final Batch batch;
    private final byte[] now;

    ProductRows(Batch batch, String now) {
        this.batch = batch;
        this.now = now.getBytes(US_ASCII);
    }

    /// @param number counts up from 0 within the merchant
    /// @param entries 0 for a product without stock
    void write(long merchant, long product, int number, int entries, SplittableRandom random) {
        writeProduct(merchant, product, number, entries > 0, random);
        batch.of(FilledTable.PRODUCT_OWNER).column(product).column(merchant).endRow();
        if (entries > 0) {
            writeColours(merchant, product, entries, random);
        }
        batch.count(entries);
    }

    private void writeProduct(long merchant, long product, int number, boolean hasStock, SplittableRandom random) {
        var kind = Shoes.kind(random);
        var upper = Shoes.upper(random);
        var season = Shoes.season(random);
        long artNo = FIRST_NUMBER + (long) number;
        var row = batch.of(FilledTable.PRODUCT);
        row.column(merchant).column(product).column().put(kind.letter()).put(artNo);
        row.column(season).put(' ').put(kind.name()).put(", ").put(upper).put(" upper, ");
        row.put(kind.letter()).put(artNo);
        row.column().put("<p>").put(kind.name()).put(", ").put(upper).put(" upper.</p><img src=\"");
        writePicture(row, merchant, product, 1);
        row.put("\">");
        long cents = kind.cheapest() * 100L + random.nextInt(6_000);
        row.column(cents / 100).put('.').put((char) ('0' + cents / 10 % 10)).put((char) ('0' + cents % 10));
        row.column().put('{');
        int pictures = 3 + random.nextInt(3);
        for (int picture = 1; picture <= pictures; picture++) {
            writePicture(picture == 1 ? row : row.put(','), merchant, product, picture);
        }
        row.put('}').column();
        if (random.nextInt(4) == 0) {
            row.put(PICTURES).put(merchant).put('/').put(product).put(".mp4");
        }
        row.column(kind.categoryIds()).column(kind.categoryNames());
        row.column().put("[{\"name\":\"Upper\",\"value\":\"").put(upper);
        row.put("\"},{\"name\":\"Sole\",\"value\":\"").put(Shoes.sole(random));
        row.put("\"},{\"name\":\"Season\",\"value\":\"").put(season).put("\"}]");
        row.column(hasStock).endRow();
    }

    private static void writePicture(CopyRows row, long merchant, long product, int picture) {
        row.put(PICTURES)
                .put(merchant)
                .put('/')
                .put(product)
                .put('-')
                .put(picture)
                .put(".jpg");
    }

    private void writeColours(long merchant, long product, int entries, SplittableRandom random) {
        int colours = coloursFor(entries, random);
        int firstColour = random.nextInt(1_000);
        for (int colour = 1; colour <= colours; colour++) {
            batch.of(FilledTable.COLOUR)
                    .column(merchant)
                    .column(product)
                    .column(colour)
                    .column(Shoes.colour(firstColour + colour))
                    .endRow();
            // the first ones take what does not divide
            int sizes = entries / colours + (colour <= entries % colours ? 1 : 0);
            int first = SMALLEST_SIZE + random.nextInt(MOST_SIZES - sizes + 1);
            for (int size = first; size < first + sizes; size++) {
                writeEntry(merchant, product, colour, size, random);
            }
        }
    }

    /// One of the numbers of colours that so many entries can be divided among.
    private static int coloursFor(int entries, SplittableRandom random) {
        var possible = IntStream.rangeClosed(1, MOST_COLOURS)
                .filter(colours ->
                        entries <= colours * MOST_SIZES && (colours == 1 || entries >= colours * FEWEST_SIZES))
                .toArray();
        return possible[random.nextInt(possible.length)];
    }

    private void writeEntry(long merchant, long product, int colour, int size, SplittableRandom random) {
        long chance = random.nextLong();
        var row = batch.of(FilledTable.STOCK_ENTRY);
        row.column(merchant).column(product).column(colour).column(size);
        // one of eight is sold out
        row.column((chance & 7) == 0 ? 0 : (chance >>> 3) % 120);
        // the half that is made of the id differs even where the same seed is used again
        long unique = Mixed.of((product << 16) + (colour << 8) + size);
        row.column().putHex((unique & ~0xF000L) | UUID_VERSION);
        row.putHex((random.nextLong() >>> 2) | UUID_VARIANT);
        row.column(now);
        if ((chance >>> 60) == 0) {
            row.nothing();
        } else {
            writeBarCode(row.column(), product, colour, size);
        }
        row.endRow();
    }

    /// Thirteen digits with a right check digit, the same for the same shoe.
    private static void writeBarCode(CopyRows row, long product, int colour, int size) {
        long code = 690_000_000_000L + (product * 96 + (colour - 1) * 12L + size - SMALLEST_SIZE) % 10_000_000_000L;
        int sum = 0;
        long left = code;
        for (int weight = 3; left > 0; weight = 4 - weight) {
            sum += (int) (left % 10) * weight;
            left /= 10;
        }
        row.put(code).put((char) ('0' + (10 - sum % 10) % 10));
    }
}

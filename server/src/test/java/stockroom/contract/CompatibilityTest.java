package stockroom.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import stockroom.testing.http.MerchantDescription;
import stockroom.testing.http.OpenApi;

/// Programs for a released version keep working without changes: see docs/compatibility.md.
@Tag("slow")
class CompatibilityTest {
    private static final OpenApi CURRENT = MerchantDescription.read().openApi();

    static List<Path> releases() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("..", "contract", "released"))) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("releases")
    void nothingThatWasReleasedIsTakenAway(Path release) {
        assertThat(Compatibility.breaks(read(release), CURRENT)).isEmpty();
    }

    @Test
    void thereIsARelease() throws IOException {
        assertThat(releases()).isNotEmpty();
    }

    /// Each line changes the description by a few words; `\` stands for a line's end.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "  /Stock/Creat:|  /Stock/Create:|POST /Stock/Creat is gone",
                "  /Stock/List:\\    post:|  /Stock/List:\\    put:|POST /Stock/List is gone",
                "        '429':|        '430':|429 is gone",
                "        '405':|        '409': {description: New.}\\        '405':|409 is a status nobody expects",
                "maximum: 100, default: 20}|maximum: 100, default: 50}|default was 20 and is 50",
                "name: appid,|name: appId,|the header appid is gone or sent otherwise",
                "  - {appid: [],|  - {nonce: [], appid: [],|now wants the header nonce",
                "        - name: Dry-Run|        - name: DryRun|no longer takes the header parameter Dry-Run",
                "schema: {type: boolean, default: false}|required: true\\          schema: {type: boolean}|now wants the header parameter Dry-Run",
                "pageSize: {type: integer, minimum: 1, maximum: 100,|pageSize: {type: integer, minimum: 1, maximum: 50,|maximum was 100 and is 50",
                "pageSize: {type: integer, minimum: 1,|pageSize: {type: integer, minimum: 10,|minimum was 1 and is 10",
                "                pageSize: {|                size: {|.pageSize is no longer taken",
                "              required: [page]|              required: [page, pageSize]|.pageSize is now wanted",
                "      required: [size]\\|      required: [size, barCode]\\|.barCode is now wanted",
                "      maxItems: 300\\      items|      maxItems: 200\\      items|maxItems was 300 and is 200",
                "        size:\\          type: string|        size:\\          type: integer|.size takes less than before",
                "enum: [0, 1]|enum: [0]|.status takes less than before",
                "          application/x-www-form-urlencoded:\\            schema:\\              type: object\\              required: [pid]|          text/plain:\\            schema:\\              type: object\\              required: [pid]|no longer takes application/x-www-form-urlencoded",
                "      required: [guid, barCode, color, size, stock]\\      properties:\\        guid: {|      required: [barCode, color, size, stock]\\      properties:\\        id: {|.data[].guid is gone",
                "      required: [guid, barCode, color, size, stock]|      required: [barCode, color, size, stock]|.data[].guid may now be missing",
                "        size: {type: integer, minimum: 1, maximum: 999, d|        size: {type: string, d|.data[].size may now be [string], and was [integer]",
                "        stock: {type: integer, m|        stock: {type: [integer, 'null'], m|.data[].stock may now be [integer, null]",
                "        artNo: {type: string,|        artNo: {|.data[].artNo may now be []",
                "        id: {$ref: '#/components/schemas/Id'}|        id: {type: integer, minimum: 1}|maximum was 2147483647 and is null",
                "pattern: '^[0-9a-f]{32}$'|pattern: '^[0-9a-f-]{36}$'|pattern was ^[0-9a-f]{32}$ and is ^[0-9a-f-]{36}$",
                "        data: {type: string, const: ''}|        data: {type: string, const: none}|.data has other values",
                "        code: {enum: [PRODUCT_UNKNOWN, STOCK_NOT_ADDED, AS_OF_TOO_FAR]}|        code: {enum: [PRODUCT_UNKNOWN]}|.code has other values",
                "            RateLimit: {$ref: '#/components/headers/createStockLeft'}\\||the header RateLimit is gone",
                "    retryAfter:\\      description: Seconds to wait before the same request is worth sending again.\\      required: true|    retryAfter:\\      required: false|the header Retry-After may now be missing",
                "            application/yaml:|            text/yaml:|200 is no longer application/yaml"
            })
    void whatCallersReliedOnIsMissed(String before, String after, String found) {
        var changed = changed(before, after == null ? "" : after);

        assertThat(Compatibility.breaks(CURRENT, changed)).anyMatch(line -> line.contains(found));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "paths:\\|paths:\\  /Stock/New: {post: {responses: {}}}\\",
                "        guid: {|        colour: {type: string}\\        guid: {",
                "        '405':|        '404': {description: New.}\\        '405':",
                "                pageSize: {|                search: {type: string}\\                pageSize: {",
                "pageSize: {type: integer, minimum: 1, maximum: 100,|pageSize: {type: integer, minimum: 1, maximum: 500,",
                "      maxItems: 300\\      items|      maxItems: 1000\\      items",
                "enum: [0, 1]|enum: [0, 1, 2]",
                "        code: {enum: [PRODUCT_UNKNOWN, STOCK_NOT_ADDED, AS_OF_TOO_FAR]}|        code: {enum: [PRODUCT_UNKNOWN, STOCK_NOT_ADDED, AS_OF_TOO_FAR, NEW]}",
                "        - PATH_UNKNOWN|        - NEW\\        - PATH_UNKNOWN",
                "        - name: Dry-Run|        - {name: New, in: header, schema: {type: string}}\\        - name: Dry-Run",
                "            RateLimit: {$ref: '#/components/headers/createStockLeft'}|            RateLimit: {$ref: '#/components/headers/createStockLeft'}\\            New: {schema: {type: string}}",
                "        data: {type: array, maxItems: 100,|        data: {type: array, maxItems: 500,"
            })
    void whatIsOnlyAddedIsFine(String before, String after) {
        assertThat(Compatibility.breaks(CURRENT, changed(before, after))).isEmpty();
    }

    private static OpenApi changed(String before, String after) {
        var text = CURRENT.text();
        assertThat(text).contains(before.replace('\\', '\n'));
        return OpenApi.of(text.replace(before.replace('\\', '\n'), after.replace('\\', '\n')));
    }

    private static OpenApi read(Path file) {
        try {
            return OpenApi.of(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

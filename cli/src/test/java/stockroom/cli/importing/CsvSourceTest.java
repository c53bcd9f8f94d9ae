package stockroom.cli.importing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import stockroom.cli.exporting.ItemWriter;
import stockroom.cli.shell.CommandFailure;
import stockroom.cli.transfer.Format;
import stockroom.cli.transfer.ProductFields;
import stockroom.cli.transfer.RejectedLine;
import tools.jackson.databind.json.JsonMapper;

class CsvSourceTest {
    private static Chunk read(byte[] file, long done) throws IOException {
        var chunk = new Chunk();
        try (var source = new CsvSource(new ByteArrayInputStream(file), done)) {
            source.fill(chunk);
        }
        return chunk;
    }

    private static Chunk read(String file) throws IOException {
        return read(file.getBytes(StandardCharsets.UTF_8), 0);
    }

    private static String json(Chunk chunk) {
        return new String(chunk.bytes(), 0, chunk.length(), StandardCharsets.UTF_8);
    }

    @Test
    void recordsBecomeLinesOfJson() throws IOException {
        var chunk = read("""
                artNo,title,price,images,description,attributes
                NG-1,"Boot, ""high""\",59.00,a.jpg|b.jpg?x=1,"two
                lines",colour=red|sole=a=b
                NG-2,靴子,60,c.jpg,,
                """);

        assertThat(json(chunk)).isEqualTo("""
                {"artNo":"NG-1","title":"Boot, \\"high\\"","price":"59.00","images":["a.jpg","b.jpg?x=1"],\
                "description":"two\\nlines","attributes":[{"name":"colour","value":"red"},{"name":"sole","value":"a=b"}]}
                {"artNo":"NG-2","title":"靴子","price":"60","images":["c.jpg"]}
                """);
        assertThat(chunk.fileLine(1)).isEqualTo(2);
        assertThat(chunk.fileLine(2)).isEqualTo(4);
    }

    @Test
    void columnsMayStandInAnyOrderAfterAByteOrderMark() throws IOException {
        assertThat(json(read("\uFEFFprice,images,artNo,title\r\n1,a,NG,T\r\n")))
                .isEqualTo("{\"price\":\"1\",\"images\":[\"a\"],\"artNo\":\"NG\",\"title\":\"T\"}\n");
    }

    @Test
    void aRecordWithTooFewOrTooManyFieldsIsRejectedOnTheLineItBegins() throws IOException {
        var chunk = read("artNo,title,price,images\nNG-1,T,1\n\"NG\n2\",T,1,a,b\nNG-3,T,1,a\n");

        assertThat(chunk.rejects())
                .containsExactly(
                        new RejectedLine(2, "", "3 fields (expected: 4)"),
                        new RejectedLine(3, "", "5 fields (expected: 4)"));
        assertThat(chunk.count()).isEqualTo(1);
        assertThat(chunk.fileLine(1)).isEqualTo(5);
    }

    @Test
    void anAttributeWithoutAValueIsRejectedByField() throws IOException {
        assertThat(read("artNo,title,price,images,attributes\nNG,T,1,a,red\n").rejects())
                .containsExactly(new RejectedLine(2, "attributes", "red (expected: name=value|name=value)"));
    }

    @Test
    void aRecordThatIsNotUtf8IsRejectedByField() throws IOException {
        var chunk = read(
                "artNo,title,price,images\nNG,Sch\u00fche,1,a\nNG,T,1,a\n".getBytes(StandardCharsets.ISO_8859_1), 0);

        assertThat(chunk.count()).isEqualTo(1);
        assertThat(chunk.rejects()).singleElement().satisfies(reject -> {
            assertThat(reject.line()).isEqualTo(2);
            assertThat(reject.field()).isEqualTo("title");
            assertThat(reject.reason()).contains("UTF-8");
        });
    }

    @Test
    void anUnknownColumnIsRefusedWithTheKnownOnes() {
        assertThatThrownBy(() -> read("artNo,title,price,images,colour\n"))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("colour")
                .hasMessageContaining("categoryNames");
    }

    @Test
    void aMissingOrRepeatedColumnIsRefused() {
        assertThatThrownBy(() -> read("artNo,title,images\n")).hasMessageContaining("price");
        assertThatThrownBy(() -> read("artNo,title,price,images,title\n")).hasMessageContaining("twice");
        assertThatThrownBy(() -> read("")).hasMessageContaining("empty");
    }

    @Test
    void aQuoteLeftOpenIsAClearFailureNotAFullMemory() {
        var file = "artNo,title,price,images\nNG-1,T,1,a\nNG-2,\"T,1,a\n" + "NG-3,T,1,a\n".repeat(200_000);

        assertThatThrownBy(() -> read(file))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("after the record on line 2")
                .hasMessageContaining("quote");
    }

    @Test
    void whatWasImportedIsPassedOverByItsLine() throws IOException {
        var file = "artNo,title,price,images\nNG-1,\"T\n\n\",1,a\nNG-2,T,1,a\nNG-3,T\nNG-4,T,1,a\n";
        var whole = read(file);
        assertThat(whole.end().line()).isEqualTo(7);

        var rest = read(file.getBytes(StandardCharsets.UTF_8), 5);

        assertThat(json(rest)).contains("NG-4").doesNotContain("NG-1", "NG-2");
        assertThat(rest.rejects()).extracting(RejectedLine::line).containsExactly(6L);
    }

    @Test
    void whatCsvWritesCsvReadsBack() throws IOException {
        var product = JsonMapper.shared().readTree("""
                {"artNo":"a\\"b,c","title":"x\\ny","price":"1.00","images":["a|b\\\\","c=d"],"description":"",\
                "attributes":[{"name":"n=|\\\\","value":"v=|\\\\"},{"name":"m","value":""}]}""");
        var out = new java.io.ByteArrayOutputStream();
        var csv = new ItemWriter(out, Format.csv, ProductFields.ALL);
        csv.write(product);
        csv.finish();

        var again = JsonMapper.shared().readTree(json(read(out.toByteArray(), 0)));

        for (var field : new String[] {"artNo", "title", "price", "images", "attributes"}) {
            assertThat(again.path(field)).isEqualTo(product.path(field));
        }
    }
}

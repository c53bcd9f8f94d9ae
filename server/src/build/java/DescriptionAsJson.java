import java.nio.file.Path;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// Part of the build: the description as JSON, with numbers as they are written (99.50), if it is newer.
class DescriptionAsJson {
    public static void main(String[] files) {
        var yaml = Path.of(files[0]).toFile();
        var json = Path.of(files[1]).toFile();
        if (json.lastModified() <= yaml.lastModified()) {
            var exact = YAMLMapper.builder()
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                    .build();
            JsonMapper.shared().writeValue(json, exact.readTree(yaml));
        }
    }
}

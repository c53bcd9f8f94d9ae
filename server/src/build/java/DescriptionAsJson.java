import java.io.File;
import java.nio.file.Path;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// Part of the build: YAML files as JSON, with numbers as they are written (99.50), those that are newer. Takes pairs
/// of names.
class DescriptionAsJson {
    public static void main(String[] files) {
        for (int i = 0; i < files.length; i += 2) {
            convert(Path.of(files[i]).toFile(), Path.of(files[i + 1]).toFile());
        }
    }

    private static void convert(File yaml, File json) {
        if (json.lastModified() <= yaml.lastModified()) {
            var exact = YAMLMapper.builder()
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                    .build();
            JsonMapper.shared().writeValue(json, exact.readTree(yaml));
        }
    }
}

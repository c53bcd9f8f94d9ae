package stockroom.people;

import io.nayuki.qrcodegen.QrCode;

/// Draws a text as the path of an SVG image.
public record QrSvg(int size, String path) {
    private static final int MARGIN = 4;

    static QrSvg of(String text) {
        var code = QrCode.encodeText(text, QrCode.Ecc.MEDIUM);
        var path = new StringBuilder();
        for (int y = 0; y < code.size; y++) {
            for (int x = 0; x < code.size; x++) {
                if (code.getModule(x, y)) {
                    path.append("M%d %dh1v1h-1z".formatted(x + MARGIN, y + MARGIN));
                }
            }
        }
        return new QrSvg(code.size + 2 * MARGIN, path.toString());
    }
}

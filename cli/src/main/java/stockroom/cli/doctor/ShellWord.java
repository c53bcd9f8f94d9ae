package stockroom.cli.doctor;

/// A text as one word of a shell command.
final class ShellWord {
    private ShellWord() {}

    static String of(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}

package stockroom.cli.doctor;

/// The fields are those of the JSON output. The message never has a secret, a token or a signature.
record Finding(FindingKind code, String serverCode, String msg, String remedy) {}

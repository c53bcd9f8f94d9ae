package stockroom.cli.doctor;

/// One thing wrong with a call's headers; its fields are those of the JSON that programs read.
///
/// @param msg what came and what was expected; never a secret, a token or a signature
record Finding(FindingKind code, String serverCode, String msg, String remedy) {}

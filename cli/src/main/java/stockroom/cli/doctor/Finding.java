package stockroom.cli.doctor;

/// The fields are those of the JSON that programs read.
///
/// @param msg what came and what was expected; never a secret, a token or a signature
record Finding(FindingKind code, String serverCode, String msg, String remedy) {}

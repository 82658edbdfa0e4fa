/** The nil UUID (RFC 9562 §5.9): sorts before every id. */
export const nilUuid = "00000000-0000-0000-0000-000000000000";

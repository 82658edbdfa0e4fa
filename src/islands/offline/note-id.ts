const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** A new ID as the server writes it: a UUIDv7 (RFC 9562 §5.7) in Crockford base32. A note that is sent twice is stored once. */
export function newNoteId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, Math.floor(Date.now() / 65_536));
  view.setUint16(4, Date.now() % 65_536);
  view.setUint8(6, 0x70 | (view.getUint8(6) & 0x0f));
  view.setUint8(8, 0x80 | (view.getUint8(8) & 0x3f));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const digits = BigInt(`0x${hex}`).toString(32).padStart(26, "0");
  return `lnt_${Array.from(digits, (digit) => alphabet[Number.parseInt(digit, 32)]).join("")}`;
}

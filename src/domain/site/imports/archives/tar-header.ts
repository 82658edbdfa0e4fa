/** Header of an entry in a tar archive (POSIX.1-2017, pax, "ustar Interchange Format"). */
export interface TarHeader {
  name: string;
  /** Bytes of content that follow. */
  size: number;
  /** `0`: file, `5`: folder; `x`, `g`, `L`, `K`: metadata of the next entries; other types are links and devices. */
  type: string;
}

/** Returns undefined if the checksum or a field is invalid. */
export function tarHeader(head: Buffer): TarHeader | undefined {
  const size = numberIn(head.subarray(124, 136));
  if (size === undefined || numberIn(head.subarray(148, 156)) !== checksumOf(head)) return undefined;
  const isUstar = head.toString("latin1", 257, 262) === "ustar";
  // GNU headers have timestamps in place of the POSIX prefix.
  const prefix = isUstar && head[263] === 0x30 ? textIn(head.subarray(345, 500)) : "";
  const name = textIn(head.subarray(0, 100));
  const letter = String.fromCharCode(head.readUInt8(156));
  const type = letter === "\0" || letter === "7" ? "0" : letter;
  return {
    name: prefix === "" ? name : `${prefix}/${name}`,
    size,
    // In pre-POSIX archives, a folder is a file with a trailing slash.
    type: type === "0" && name.endsWith("/") ? "5" : type,
  };
}

/**
 * Parses a pax extended header for the next file: records of `LENGTH KEY=VALUE
 * `.
 */
export function fieldsOfPax(record: Buffer): { name?: string; size?: number } {
  const fields: { name?: string; size?: number } = {};
  for (let at = 0; at < record.length;) {
    const space = record.indexOf(0x20, at);
    const length = Number(record.toString("latin1", at, Math.max(space, at)));
    if (space < 0 || !Number.isInteger(length) || length < 5 || at + length > record.length) break;
    const [key, ...value] = record.toString("utf8", space + 1, at + length - 1).split("=");
    const text = value.join("=");
    if (key === "path") fields.name = text;
    if (key === "size" && /^\d{1,15}$/.test(text)) fields.size = Number(text);
    at += length;
  }
  return fields;
}

/** Octal digits, or GNU base-256 for large numbers, marked by the first bit. */
function numberIn(field: Buffer): number | undefined {
  if (field.readUInt8(0) >= 0x80) {
    const value = field.subarray(-6).readUIntBE(0, 6);
    return field[0] === 0x80 && field.subarray(1, -6).every((byte) => byte === 0) ? value : undefined;
  }
  const text = textIn(field).trim();
  return /^[0-7]{0,12}$/.test(text) ? Number.parseInt(text || "0", 8) : undefined;
}

/** Sum of all bytes; the checksum field itself counts as spaces. */
const checksumOf = (head: Buffer): number =>
  head.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 0x20 : byte), 0);

const textIn = (field: Buffer): string => field.toString("utf8").replace(/\0.*/s, "");

import { decodeBase32, encodeBase32 } from "#lib/ids/ids.ts";

/** Bytes of a packed ID: its prefix and its UUID. */
export const packedBytes = 17;

/** Prefixes by number, in the order of their first use. */
const prefixes: string[] = [];

/** Packs an ID of this site, of which there can be millions. Undefined for other texts. */
export function packId(id: unknown): Buffer | undefined {
  if (typeof id !== "string") return undefined;
  const end = id.indexOf("_");
  const uuid = decodeBase32(id.slice(end + 1));
  if (end < 0 || uuid === undefined) return undefined;
  const prefix = id.slice(0, end);
  if (!prefixes.includes(prefix)) prefixes.push(prefix);
  return Buffer.from(prefixes.indexOf(prefix).toString(16).padStart(2, "0") + uuid.replaceAll("-", ""), "hex");
}

/** Returns the ID in wire format. */
export function unpackId(packed: Buffer): string {
  const hex = packed.toString("hex", 1, packedBytes);
  const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  return `${prefixes[packed[0] ?? 0]}_${encodeBase32(uuid)}`;
}

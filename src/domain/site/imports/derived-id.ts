import { hash } from "node:crypto";

/**
 * An id that follows from what a record is called in its source: the same import makes the same ids, so that a second
 * run finds its own rows by their keys, and a row can point to another before either is stored.
 *
 * The first 48 bits are a number of the source, counted from the year 2000, where a UUIDv7 has its time: rows are
 * stored in the order of that number, so keys made one after the other fall side by side in an index. A bare hash
 * would touch another page of it with every row. The rest is a hash (a UUIDv8, RFC 9562 §5.8).
 */
export function derivedId(name: string, number: number): string {
  const digest = hash("sha256", name, "hex");
  const order = (year2000 + number).toString(16).padStart(12, "0");
  const variant = "89ab"[Number.parseInt(digest[3]!, 16) & 3]!;
  return `${order.slice(0, 8)}-${order.slice(8)}-8${digest.slice(0, 3)}-${variant}${digest.slice(4, 7)}-${digest.slice(7, 19)}`;
}
const year2000 = Date.UTC(2000, 0);

import { hash } from "node:crypto";

/**
 * Derives an id from the name of a record in its source. The same import always produces the same ids, so that a
 * second run finds its rows by key, and rows can reference others before either is stored.
 * The first 48 bits, the time of a UUIDv7, hold a number of the source, counted from the year 2000. Rows in that order
 * have adjacent keys; a bare hash would touch another index page per row. The rest is a hash (a UUIDv8, RFC 9562
 * §5.8).
 */
export function derivedId(name: string, number: number): string {
  const digest = hash("sha256", name, "hex");
  const order = (year2000 + number).toString(16).padStart(12, "0");
  const variant = "89ab".charAt(Number.parseInt(digest.charAt(3), 16) & 3);
  return `${order.slice(0, 8)}-${order.slice(8)}-8${digest.slice(0, 3)}-${variant}${digest.slice(4, 7)}-${digest.slice(7, 19)}`;
}
const year2000 = Date.UTC(2000, 0);

import type { ByteRange } from "#lib/objects/object-store.ts";

/**
 * Parses `Range` (RFC 9110 §14.1.2). Undefined means the whole body: no header, or several ranges, which a server may
 * ignore (§14.2). Numbers of any length are compared as such: no file has that many bytes.
 */
export function rangeOf(header: string | undefined, length: number): ByteRange | "unsatisfiable" | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(header ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined;
  if (first === "") {
    const suffix = Math.min(Number(last), length);
    return suffix === 0 ? "unsatisfiable" : { start: length - suffix, end: length - 1 };
  }
  const start = Number(first);
  if (last !== "" && isLess(last, first)) return undefined;
  if (start >= length) return "unsatisfiable";
  return { start, end: last === "" ? length - 1 : Math.min(Number(last), length - 1) };
}

/** Compares numbers of any length, which may be beyond 2^53. */
function isLess(digits: string, other: string): boolean {
  const [one, two] = [digits.replace(/^0+/, ""), other.replace(/^0+/, "")];
  return one.length === two.length ? one < two : one.length < two.length;
}

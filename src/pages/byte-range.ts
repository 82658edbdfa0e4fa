import type { ByteRange } from "#lib/objects/object-store.ts";

/**
 * The part of so many bytes that `Range` asks for (RFC 9110 §14.1.2). Undefined for all of them: where there is no such
 * header, or one that asks for several parts, which nobody has to give (§14.2).
 */
export function rangeOf(header: string | undefined, length: number): ByteRange | "unsatisfiable" | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined;
  if (first === "") {
    const suffix = Math.min(Number(last), length);
    return suffix === 0 ? "unsatisfiable" : { start: length - suffix, end: length - 1 };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return undefined;
  if (start >= length) return "unsatisfiable";
  return { start, end: last === "" ? length - 1 : Math.min(Number(last), length - 1) };
}

import { randomFillSync } from "node:crypto";

/** Random bytes are drawn for many uses at once: asking for each costs more than the bytes. */
const drawn = Buffer.allocUnsafeSlow(8192);
let used = drawn.length;

/** So many fresh random bytes, handed to `use` in place and wiped after it; it must not keep them. */
export function withRandomBytes<Result>(length: number, use: (bytes: Buffer) => Result): Result {
  if (used + length > drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  const bytes = drawn.subarray(used, used + length);
  used += length;
  const result = use(bytes);
  bytes.fill(0);
  return result;
}

import { randomFillSync } from "node:crypto";

/** Random bytes are drawn in bulk: a call per use costs more than the bytes. */
const drawn = Buffer.allocUnsafeSlow(8192);
let used = drawn.length;

/** Passes fresh random bytes to `use` in a shared buffer and wipes them afterwards. `use` must not keep the buffer. */
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

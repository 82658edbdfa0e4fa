import { v7 } from "uuid";
import { withRandomBytes } from "./random.ts";

let [milliseconds, sequence] = [0, 0];

/**
 * Returns a UUIDv7 (RFC 9562 §5.7) that is greater than those before it in this process, also within a millisecond and
 * after the clock was set back. The library asks the system for each random value, which takes most of the time.
 */
export const uuidV7 = (): string =>
  withRandomBytes(16, (random) => {
    const now = Date.now();
    if (now > milliseconds) [milliseconds, sequence] = [now, random.readUInt32BE(6)];
    else {
      sequence = (sequence + 1) >>> 0;
      if (sequence === 0) milliseconds++;
    }
    return v7({ random, msecs: milliseconds, seq: sequence });
  });

import { setTimeout as wait } from "node:timers/promises";

/** Rejects if work takes longer. The work continues, and its late failure is ignored. */
export async function withinTime<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  const timer = new AbortController();
  const late = wait(milliseconds, undefined, { signal: timer.signal, ref: false }).then(() => {
    throw new Error(`No response within ${milliseconds} ms.`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
    late.catch(() => {});
    work.catch(() => {});
  }
}

import { startResponseTimeout } from "../event-loop/response-timeout.ts";

/** Rejects if work takes longer. The work continues, and its late failure is ignored. */
export async function withinTime<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const cancel = startResponseTimeout(milliseconds, () => {
    late.reject(new Error(`No response within ${milliseconds} ms.`));
  });
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    cancel();
    work.catch(() => {});
  }
}

import { AsyncLocalStorage } from "node:async_hooks";

/** Milliseconds ahead of the real time, or a time that stands still. */
const ahead = new AsyncLocalStorage<number | Date>();
let aheadOverTcp = 0;

/** The time of the calling test: concurrent tests each have their own. */
export const now = () => timeOf(ahead.getStore() ?? 0);

const timeOf = (clock: number | Date) => (clock instanceof Date ? clock : new Date(Date.now() + clock));

/** The time of the application: that of the test that sent the request, if it was sent within the process. */
export const requestTime = () => timeOf(ahead.getStore() ?? aheadOverTcp);

/** Sends a request within the process in the time of the test that sends it. */
export const inCallersTime = <Result>(send: () => Promise<Result>): Promise<Result> =>
  ahead.run(ahead.getStore() ?? 0, send);

/** Runs with a clock that is ahead by milliseconds; concurrent work is unaffected. */
export const later = <Result>(milliseconds: number, work: () => Promise<Result>): Promise<Result> =>
  ahead.run(moved(ahead.getStore() ?? 0, milliseconds), work);

const moved = (clock: number | Date, milliseconds: number) =>
  clock instanceof Date ? new Date(clock.getTime() + milliseconds) : clock + milliseconds;

/** Runs at a time that stands still, for rules about seconds: their tests must not depend on how fast they run. */
export const standingAt = <Result>(time: Date, work: () => Promise<Result>): Promise<Result> => ahead.run(time, work);

/** Runs like `later`, also for every concurrent request over TCP, which cannot be attributed to a test. */
export async function laterForAllRequests<Result>(milliseconds: number, work: () => Promise<Result>): Promise<Result> {
  aheadOverTcp += milliseconds;
  try {
    return await later(milliseconds, work);
  } finally {
    aheadOverTcp -= milliseconds;
  }
}

export const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];

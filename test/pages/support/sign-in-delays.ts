import { timersOf } from "../../support/meters/timers.ts";

/** Delays in milliseconds of attempts to sign in after too many failures. Other timers of a request differ from them. */
const steps: ReadonlySet<number> = new Set([200, 400, 800, 1600, 3200, 4000]);

/** Returns the delays of the attempts that work makes. */
export const signInDelaysOf = async (work: () => Promise<void>): Promise<number[]> =>
  (await timersOf(work)).filter((milliseconds) => steps.has(milliseconds));

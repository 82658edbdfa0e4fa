import { invalidState } from "../problem.ts";

/** The possible next states of each state. */
export type Transitions<Status extends string> = Readonly<Record<Status, readonly Status[]>>;

/** Throws `invalid_state` unless the transition exists. */
export function assertTransition<Status extends string>(
  what: string,
  transitions: Transitions<Status>,
  from: NoInfer<Status>,
  to: NoInfer<Status>,
): void {
  if (!transitions[from].includes(to)) throw invalidState(what, from, to, transitions[from]);
}

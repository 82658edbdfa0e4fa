import { invalidState } from "./problem.ts";

/** The states that can follow each state of a thing. */
export type Transitions<Status extends string> = Readonly<Record<Status, readonly Status[]>>;

/** Fails where a thing in one state cannot become another. */
export function assertTransition<Status extends string>(
  what: string,
  transitions: Transitions<Status>,
  from: NoInfer<Status>,
  to: NoInfer<Status>,
): void {
  if (!transitions[from].includes(to)) throw invalidState(what, from, to, transitions[from]);
}

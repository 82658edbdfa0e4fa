import { invalidState } from "./problem.ts";

/** The states that can follow each state of a thing. */
export type Moves<Status extends string> = Readonly<Record<Status, readonly Status[]>>;

/** Fails where a thing in one state cannot become another. */
export function requireMove<Status extends string>(
  what: string,
  moves: Moves<Status>,
  from: NoInfer<Status>,
  to: NoInfer<Status>,
): void {
  if (!moves[from].includes(to)) throw invalidState(what, from, to, moves[from]);
}

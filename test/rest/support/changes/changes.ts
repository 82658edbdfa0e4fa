import type { Operator } from "../operator.ts";

/** Does work whose changes to representations are checked. */
export type Step = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Changes to representations that no event type is about, by name. What happens outside of `step` is preparation. Changes
 * that follow from another resource belong here as well.
 */
export type Changes = Readonly<Record<string, (operator: Operator, step: Step) => Promise<unknown>>>;

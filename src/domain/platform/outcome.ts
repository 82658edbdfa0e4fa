/**
 * The result of a write that reports more than its output: if it changed data, and facts about the change that its
 * audit entry and its events need.
 */
export class Outcome<Output, Facts = never> {
  readonly output: Output;
  /** A write that changed no data leaves no audit entry and emits no event. */
  readonly changed: boolean;
  readonly facts: Facts | undefined;

  constructor(output: Output, { changed = true, facts }: { changed?: boolean; facts?: Facts | undefined } = {}) {
    this.output = output;
    this.changed = changed;
    this.facts = facts;
  }

  /** Replaces the output and keeps the rest. */
  map<Other>(change: (output: Output) => Other): Outcome<Other, Facts> {
    return new Outcome(change(this.output), this);
  }
}

/** The outcome of a write that changed no data. */
export const unchanged = <Output>(output: Output): Outcome<Output> => new Outcome(output, { changed: false });

/** Wraps the plain output of an operation that reports nothing more. */
export const outcomeOf = <Output, Facts>(result: Output | Outcome<Output, Facts>): Outcome<Output, Facts> =>
  result instanceof Outcome ? result : new Outcome<Output, Facts>(result);

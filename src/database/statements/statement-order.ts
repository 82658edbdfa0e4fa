import { AsyncLocalStorage } from "node:async_hooks";

const current = new AsyncLocalStorage<StatementOrder>();

/**
 * The order of the statements on the connection of a transaction: one after another, and none after the end, when the
 * connection serves other work. A savepoint takes one turn for all of its statements, which have turns of their own:
 * statements of the transaction beside it can neither be rolled back with it nor end it.
 */
export class StatementOrder {
  readonly #outer: StatementOrder | undefined;
  #last: Promise<void> | undefined;
  #hasEnded = false;

  constructor(outer?: StatementOrder) {
    this.#outer = outer;
  }

  /** Runs a step in its turn. Inside a savepoint, it belongs to the savepoint: waiting for its end would take forever. */
  async take<Result>(step: () => Promise<Result>): Promise<Result> {
    return this.#innermost().#queue(step);
  }

  /** Runs the work of a savepoint, during its turn. */
  async nest<Result>(work: (inside: StatementOrder) => Promise<Result>): Promise<Result> {
    const inside = new StatementOrder(this);
    return current.run(inside, async () => {
      try {
        return await work(inside);
      } finally {
        await inside.end();
      }
    });
  }

  /** Waits for the steps that have been requested and rejects later ones. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    await this.#last;
  }

  #innermost(): StatementOrder {
    const innermost = current.getStore();
    return innermost !== undefined && innermost.#isInside(this) ? innermost : this;
  }

  #isInside(other: StatementOrder): boolean {
    const outer = this.#outer;
    return this === other || (outer !== undefined && outer.#isInside(other));
  }

  async #queue<Result>(step: () => Promise<Result>): Promise<Result> {
    const previous = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    try {
      await previous;
      if (this.#hasEnded) throw new Error("The transaction has ended. Await all of its statements.");
      return await step();
    } finally {
      resolve();
    }
  }
}

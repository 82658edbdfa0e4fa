import pg from "pg";
import { currentScope, inScope } from "#telemetry/scope.ts";
import type { Batch } from "./batch.ts";
import { DatabaseOutage } from "../connection/outage.ts";
import type { Sql } from "./sql.ts";
import { textOf } from "./statement.ts";
import { inStatementSpan } from "./statement-telemetry.ts";

interface Request<Input, Answer> {
  requested: Input;
  /** For the log of slow statements. */
  requestIds: readonly string[];
  resolve(answer: Answer | undefined): void;
  reject(error: unknown): void;
}

/** `siteId`: the site of all requests, if they have one. */
type Run = <Row>(statement: Sql, siteId: string | undefined) => Promise<readonly Row[]>;

export interface BatchOptions {
  /** Maximum number of concurrent statements per batch. */
  maxConcurrent: number;
  /** Requests of different sites never share a statement, and each site has its share of the concurrent statements. */
  bySite: boolean;
}

/**
 * Maximum number of concurrent statements per server. Two keep it busy while earlier results are read; more would make
 * each batch smaller.
 */
const maxPerServer = 2;

export const defaultBatching: BatchOptions = { maxConcurrent: maxPerServer, bySite: false };

/** Statements of several sites run on several nodes in parallel. */
export const clusterBatching: BatchOptions = { maxConcurrent: 6, bySite: true };

const maxRequests = 100;

const maxLoggedRequestIds = 5;

/** Queue of requests that share one batch. Requests wait while its statements run and are then sent together. */
export class BatchQueue<Input, Answer> {
  readonly #batch: Batch<Input, Answer>;
  readonly #run: Run;
  readonly #options: BatchOptions;
  #waiting: Request<Input, Answer>[] = [];
  #underWay = 0;
  /** Statements under way by site. */
  readonly #underWayAt = new Map<string, number>();
  #leaving = false;
  /** Text of the statement, for its name in traces. */
  #statement: { text: string } | undefined;

  constructor(batch: Batch<Input, Answer>, run: Run, options: BatchOptions) {
    this.#batch = batch;
    this.#run = run;
    this.#options = options;
  }

  ask(requested: Input): Promise<Answer | undefined> {
    // The shared statement belongs to no request, so each one has a span for its share.
    return inStatementSpan(
      () => this.#named(requested),
      () =>
        new Promise((resolve, reject) => {
          this.#waiting.push({ requested, requestIds: currentScope()?.requestIds ?? [], resolve, reject });
          this.#leaveSoon();
        }),
    );
  }

  #named(requested: Input): { text: string } {
    return (this.#statement ??= { text: textOf(this.#batch.statement([requested])) });
  }

  /** Defers sending until all input that has already arrived is read. */
  #leaveSoon(): void {
    if (this.#leaving || this.#waiting.length === 0 || this.#underWay >= this.#options.maxConcurrent) return;
    this.#leaving = true;
    setImmediate(() => {
      this.#leaving = false;
      const requests = this.#leave();
      if (requests.length === 0) return;
      void this.#send(requests);
      this.#leaveSoon();
    });
  }

  #leave(): Request<Input, Answer>[] {
    const { key, siteOf } = this.#batch;
    const { bySite } = this.#options;
    if (!key && !bySite) return this.#waiting.splice(0, maxRequests);
    const first = bySite ? this.#waiting.find(({ requested }) => this.#isFree(siteOf(requested))) : this.#waiting[0];
    if (!first) return [];
    const site = bySite ? siteOf(first.requested) : undefined;
    const leaving = new Map<string, Request<Input, Answer>>();
    const staying: Request<Input, Answer>[] = [];
    for (const request of this.#waiting) {
      const of = key?.(request.requested) ?? String(leaving.size);
      const fits = site === undefined || site === siteOf(request.requested);
      if (fits && leaving.size < maxRequests && !leaving.has(of)) leaving.set(of, request);
      else staying.push(request);
    }
    this.#waiting = staying;
    if (!key) return [...leaving.values()];
    // A fixed order prevents deadlocks between statements that lock the same rows.
    return [...leaving].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, request]) => request);
  }

  #isFree(siteId: string): boolean {
    return (this.#underWayAt.get(siteId) ?? 0) < maxPerServer;
  }

  #count(requests: readonly Request<Input, Answer>[], change: 1 | -1): void {
    this.#underWay += change;
    const [first] = requests;
    if (!this.#options.bySite || !first) return;
    const siteId = this.#batch.siteOf(first.requested);
    const count = (this.#underWayAt.get(siteId) ?? 0) + change;
    if (count === 0) this.#underWayAt.delete(siteId);
    else this.#underWayAt.set(siteId, count);
  }

  async #send(requests: readonly Request<Input, Answer>[]): Promise<void> {
    this.#count(requests, 1);
    try {
      const answers = await this.#answers(requests);
      requests.forEach((request, index) => request.resolve(answers[index]));
    } catch (error) {
      if (requests.length > 1 && isAboutOne(error)) await this.#sendSingly(requests);
      else for (const request of [...requests, ...this.#alsoFailing(error)]) request.reject(error);
    } finally {
      this.#count(requests, -1);
      this.#leaveSoon();
    }
  }

  /** Requests that have waited for a timeout must not wait for the next one. */
  #alsoFailing(error: unknown): Request<Input, Answer>[] {
    return error instanceof DatabaseOutage && error.timedOut ? this.#waiting.splice(0) : [];
  }

  async #sendSingly(requests: readonly Request<Input, Answer>[]): Promise<void> {
    for (const request of requests) {
      await this.#answers([request]).then(
        ([answer]) => request.resolve(answer),
        (error: unknown) => request.reject(error),
      );
    }
  }

  async #answers(requests: readonly Request<Input, Answer>[]): Promise<(Answer | undefined)[]> {
    const answers = Array.from<Answer | undefined>({ length: requests.length });
    const scope = {
      requestIds: requests.slice(0, maxLoggedRequestIds).flatMap(({ requestIds }) => requestIds),
      surface: "batch",
    };
    const inputs = requests.map(({ requested }) => requested);
    const [first] = inputs;
    const siteId = this.#options.bySite && first !== undefined ? this.#batch.siteOf(first) : undefined;
    const rows = await inScope({ ...scope, span: undefined }, () =>
      this.#run<Answer & { ordinal: number }>(this.#batch.statement(inputs), siteId),
    );
    for (const row of rows) answers[row.ordinal - 1] = row;
    return answers;
  }
}

/**
 * Invalid value, constraint violation or deadlock (classes 22, 23 and 40 of PostgreSQL's Appendix A). The statement
 * had no effect, and one bad request must not fail the whole batch.
 */
const isAboutOne = (error: unknown) => error instanceof pg.DatabaseError && /^(22|23|40)/.test(error.code ?? "");

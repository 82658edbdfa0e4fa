import path from "node:path";
import type { CsvReader } from "#lib/csv/csv-table.ts";
import type * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import type { Done, JobRow, JobWork, Outcome } from "#domain/platform/jobs/job-work.ts";
import { Problem } from "#domain/platform/problem.ts";
import { requireItems } from "../item-limits.ts";
import { countRows } from "./count-rows.ts";
import { storeEventsSoFar } from "#domain/platform/outbox/store-events-about.ts";
import { readCsv } from "./read/read-csv.ts";
import { readNdjson } from "./read/read-ndjson.ts";
import { onTheWire } from "../read-wire.ts";
import { csvReaderOf, recordReader } from "./read/read-record.ts";
import { alreadyThere, type RecordImport, type RecordKeys } from "./record-import.ts";
import type { RecordFormat } from "./read/record-files.ts";
import { pause } from "#lib/event-loop/pause.ts";
import { itemAt } from "#lib/collections/item-at.ts";
import { only } from "#lib/collections/only.ts";

export interface RecordOptions {
  createsOnly: boolean;
  fulfills: boolean;
  dryRun: boolean;
  timeZone: string;
  /** The number of rows is limited. */
  isBounded: boolean;
  /** Recipients of the changes. */
  tells: { events: boolean; notices: boolean };
  /** Reads a CSV file with other column names. */
  csv?: CsvSource | undefined;
}

/** A CSV file that is not as exports of this program are. */
export interface CsvSource {
  encoding: string;
  readerOf: (file: string, header: readonly string[]) => CsvReader;
}

/** A parsed row, or its problem. */
interface RecordRow extends JobRow {
  number: number;
  record: z.output<z.ZodObject> | Problem;
  keys: RecordKeys;
}

const chunkSize = 500;

/** Opens a file of rows. They are imported in batches, or one by one after a conflict with a concurrent write. */
export async function openRecords(
  what: RecordImport,
  { file, format }: { file: string; format: RecordFormat },
  { createsOnly, fulfills, dryRun, timeZone, tells, isBounded, csv }: RecordOptions,
): Promise<Omit<JobWork, keyof AsyncDisposable>> {
  const total = await countRows(file, format);
  requireItems("rows", total, isBounded);
  const dryRunResult = new DryRunKeys(dryRun);

  async function save(context: Context, rows: readonly RecordRow[]): Promise<Outcome[]> {
    const first = Math.min(...rows.map(({ number }) => number));
    const wouldExist = (key: string) => dryRunResult.has(key, first);
    const inside = { ...context, tells };
    const outcomes = Array<Outcome>(rows.length);
    for (const indexes of dependencyBatches(rows.map(({ keys }) => keys))) {
      const wave = indexes.map((index) => itemAt(rows, index));
      const records = wave.map(({ record }) => {
        if (record instanceof Problem) throw record;
        return record;
      });
      await storeEventsSoFar(inside);
      const done = await what.save(inside, records, { createsOnly, fulfills, wouldExist });
      for (const [position, index] of indexes.entries())
        outcomes[index] = describeOutcome(itemAt(wave, position), itemAt(done, position), wouldExist);
    }
    for (const [index, row] of rows.entries()) if (outcomes[index] instanceof Problem) dryRunResult.forget(row);
    return outcomes;
  }

  function describeOutcome({ keys }: RecordRow, outcome: Outcome, wouldExist: (key: string) => boolean): Outcome {
    if (outcome instanceof Problem) return onTheWire(what.row, outcome);
    return createsOnly && keys.own.some(wouldExist) ? alreadyThere() : outcome;
  }

  const makeRow = (line: number, number: number, record: RecordRow["record"]): RecordRow => {
    const row: RecordRow = {
      name: `${path.basename(file)}:${line}`,
      number,
      record,
      keys: record instanceof Problem ? { own: [] } : what.keysOf(record),
      prepare: () => (record instanceof Problem ? Promise.reject(record) : Promise.resolve()),
      async run(context): Promise<Done> {
        const outcome = only(await save(context, [row]));
        if (outcome instanceof Problem) throw outcome;
        return outcome;
      },
    };
    dryRunResult.remember(row);
    return row;
  };

  async function* rows(): AsyncGenerator<RecordRow> {
    const read = recordReader(what, timeZone);
    const readerOf = csv?.readerOf ?? ((_: string, header: readonly string[]) => csvReaderOf(what, file, header));
    const source =
      format === "csv" ? readCsv(file, (header) => readerOf(file, header), csv?.encoding) : readNdjson(file);
    let number = 0;
    for await (const row of source) {
      number++;
      const turn = pause();
      if (turn) await turn;
      yield makeRow(row.line, number, "problem" in row ? row.problem : read(row.wire));
    }
  }

  return {
    total,
    rows: rows(),
    chunkSize,
    pointsAtSource: true,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A chunk has some of the rows above.
    runBatch: (context, chunk) => save(context, chunk as readonly RecordRow[]),
  };
}

/**
 * Groups rows into dependency batches: each row finds the results of the batches before. Rows of one batch are about
 * different records and do not reference each other. Returns row indexes.
 */
function dependencyBatches(rows: readonly RecordKeys[]): number[][] {
  const waves: number[][] = [];
  const written = new Map<string, number>();
  const needed = new Map<string, number>();
  for (const [index, { own, refersTo = [], among = [] }] of rows.entries()) {
    const changed = [...own, ...among];
    const before = [
      ...changed.flatMap((key) => [written.get(key) ?? 0, needed.get(key) ?? 0]),
      ...refersTo.map((key) => written.get(key) ?? 0),
    ];
    const wave = Math.max(0, ...before);
    (waves[wave] ??= []).push(index);
    for (const key of changed) written.set(key, wave + 1);
    for (const key of refersTo) needed.set(key, Math.max(needed.get(key) ?? 0, wave + 1));
  }
  return waves;
}

/** Maximum number of keys. In a dry run, no rows are in the database, and memory is limited. */
const maxKeys = 1_000_000;

/**
 * Keys that earlier rows of a dry run would have created. Each chunk is rolled back, but later rows may still
 * reference its records.
 */
class DryRunKeys {
  readonly #numbers = new Map<string, number>();
  readonly #isOn: boolean;

  constructor(isOn: boolean) {
    this.#isOn = isOn;
  }

  remember({ number, keys }: { number: number; keys: RecordKeys }): void {
    if (!this.#isOn) return;
    for (const key of keys.own) {
      if (this.#numbers.size < maxKeys && !this.#numbers.has(key)) this.#numbers.set(key, number);
    }
  }

  /** Removes keys of a row that failed. */
  forget({ number, keys }: { number: number; keys: RecordKeys }): void {
    for (const key of keys.own) if (this.#numbers.get(key) === number) this.#numbers.delete(key);
  }

  /** Returns true if an earlier row would have created this key. */
  has(key: string, before: number): boolean {
    const number = this.#numbers.get(key);
    return number !== undefined && number < before;
  }
}

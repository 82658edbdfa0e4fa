import { setImmediate } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { Database, Queries } from "#database/database.ts";
import { compile } from "#database/statements/statement.ts";

/**
 * A database that runs each read once. Its answers come in the order of the requests, so that two executions of one
 * query are alike. Transactions are not remembered.
 */
export function rememberedDatabase(database: Database): { db: Database; answered: () => Promise<void> } {
  const answers = new LRUCache<string, Promise<unknown>>({ max: 20_000 });
  const pending = new Set<Promise<unknown>>();
  const remember = (key: string, read: () => Promise<unknown>): Promise<unknown> => {
    const known = answers.get(key);
    if (known) return known;
    const answer = read();
    answers.set(key, answer);
    const done = Promise.allSettled([answer]).finally(() => pending.delete(done));
    pending.add(done);
    return answer;
  };
  const batches = new Map<unknown, number>();
  const numberOf = (batch: unknown): number => {
    const known = batches.get(batch) ?? batches.size;
    batches.set(batch, known);
    return known;
  };
  const reading =
    (name: "many" | "first" | "one") =>
    (strings: TemplateStringsArray, ...values: unknown[]) => {
      const [statement, parameters] = compile(strings, values);
      const key = `${name} ${statement.text} ${JSON.stringify(parameters)}`;
      return remember(key, () => database[name](strings, ...values));
    };
  const remembered = {
    many: reading("many"),
    first: reading("first"),
    one: reading("one"),
    together: (batch: Parameters<Queries["together"]>[0], requested: object) =>
      remember(`together ${numberOf(batch)} ${JSON.stringify({ ...requested, db: undefined, site: undefined })}`, () =>
        database.together(batch, requested),
      ),
    snapshot: (work: (queries: Queries) => Promise<unknown>) => work(proxy),
  };
  const proxy: Database = new Proxy(database, {
    get: (target, name: keyof Database) =>
      name in remembered ? remembered[name as keyof typeof remembered] : target[name],
  });
  /** Waits until no read is running, also of fields whose result is no longer needed. */
  async function answered(): Promise<void> {
    do {
      await Promise.all(pending);
      await setImmediate();
    } while (pending.size > 0);
  }
  return { db: proxy, answered };
}

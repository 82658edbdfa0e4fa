import { MissingObject, type ObjectStore } from "#lib/objects/object-store.ts";
import { storage as metrics } from "./metrics/catalog.ts";
import { inSpan } from "./tracing/spans.ts";

type Call = keyof ObjectStore;

/** Measures and traces the calls of a store. Keys are left out: they are many, and name sites. */
export function observeStore(store: ObjectStore): ObjectStore {
  return {
    put: (key, bytes, facts) => observed("put", () => store.put(key, bytes, facts)),
    read: (key, range) => observed("read", () => store.read(key, range)),
    open: (key) => observed("open", () => store.open(key)),
    isEmpty: () => observed("isEmpty", () => store.isEmpty()),
    remove: (key) => observed("remove", () => store.remove(key)),
    check: () => observed("check", () => store.check()),
  };
}

const observed = <Result>(call: Call, work: () => Promise<Result>): Promise<Result> =>
  inSpan(`storage ${call}`, spanOptions, () => measured(call, work));

const spanOptions = () => ({ kind: "client" as const });

async function measured<Result>(call: Call, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const record = (result: "succeeded" | "missing" | "failed") =>
    metrics.calls.observe({ call, result }, (performance.now() - startedAt) / 1000);
  try {
    const result = await work();
    record("succeeded");
    return result;
  } catch (error) {
    record(error instanceof MissingObject ? "missing" : "failed");
    throw error;
  }
}

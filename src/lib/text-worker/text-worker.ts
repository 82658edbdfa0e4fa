import { Worker } from "node:worker_threads";
import { FairQueue } from "#lib/work/fair-queue.ts";
import { markdownLimits, textRefusal } from "#lib/markdown/limits.ts";
import type { CleanOf, Source } from "./sources.ts";

/** Characters that may wait: two requests of the largest size for a site, several sites for all. */
const maxWaitingPerSite = 24_000_000;
const maxWaiting = 96_000_000;

/** Idle time in milliseconds after which the worker stops to free about 20 MB. */
const idleTime = 60_000;

/** Heap limits of the worker in megabytes. A text within the limits needs less than a tenth. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };

/** More texts wait already than the worker accepts. */
export class TextWorkerBusy extends Error {
  readonly retryAfterSeconds = 10;

  constructor() {
    super("Too many texts wait to be processed.");
    this.name = "TextWorkerBusy";
  }
}

/**
 * Renders Markdown, and sanitizes HTML, CSS and SVG, in a worker thread that starts with the first text: these parsers
 * may take seconds for a text of a malicious author. Sites take turns. A text that exceeds the time
 * limit ends its worker, and a new one takes over.
 */
export class TextWorker {
  readonly #queue = new FairQueue<Slice>();
  readonly #limit: () => number;
  #worker: Worker | undefined;
  #current: { owner: string; slice: Slice } | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(limit: () => number = () => markdownLimits.milliseconds) {
    this.#limit = limit;
  }

  /** The results in the order of the sources. Throws `TextWorkerBusy` where too much waits already. */
  async clean<Of extends Source>(owner: string, sources: readonly Of[]): Promise<CleanOf<Of>[]> {
    const size = sources.reduce((sum, source) => sum + sizeOf(source), 0);
    // A request that nothing else waits with is taken whatever its size: its own limit bounds it.
    const waiting = this.#queue.sizeOf(owner);
    if (waiting > 0 && waiting + size > maxWaitingPerSite) throw new TextWorkerBusy();
    if (this.#queue.total > 0 && this.#queue.total + size > maxWaiting) throw new TextWorkerBusy();
    const slices = slicesOf(sources);
    const results = Promise.all(slices.map(({ result }) => result.promise));
    this.#queue.push(owner, slices);
    this.#next();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The worker answers each source in its form, in order.
    return (await results).flat() as CleanOf<Of>[];
  }

  #next(): void {
    if (this.#current) return;
    const next = this.#queue.take();
    clearTimeout(this.#timer);
    if (!next) {
      this.#worker?.unref();
      this.#timer = setTimeout(() => this.#stop(), idleTime).unref();
      return;
    }
    this.#current = { owner: next.owner, slice: next.entry };
    if (this.#worker) this.#send(this.#worker);
    else this.#start();
  }

  #start(): void {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { name: "texts", resourceLimits });
    this.#worker = worker;
    worker.on("message", (message: "ready" | CleanOf<Source>[]) => {
      if (worker !== this.#worker) return;
      if (message === "ready") this.#send(worker);
      else this.#finish(message);
    });
    worker.on("error", (error) => this.#fail(worker, error));
    worker.on("exit", () => this.#fail(worker, new Error("The text worker ended.")));
  }

  #send(worker: Worker): void {
    worker.ref();
    worker.postMessage(this.#current?.slice.sources ?? []);
    this.#timer = setTimeout(() => this.#expire(), this.#limit());
  }

  #finish(results: CleanOf<Source>[]): void {
    clearTimeout(this.#timer);
    const slice = this.#current?.slice;
    this.#current = undefined;
    slice?.result.resolve(results);
    this.#next();
  }

  /** The time limit is per text: after a timeout of several texts, each is retried alone. */
  #expire(): void {
    if (!this.#current) return;
    const { owner, slice } = this.#current;
    this.#stop();
    this.#current = undefined;
    if (slice.sources.length === 1) slice.result.resolve([{ refusal: textRefusal("too_slow") }]);
    else {
      const alone = slice.sources.flatMap((source) => slicesOf([source]));
      Promise.all(alone.map(({ result }) => result.promise)).then(
        (results) => slice.result.resolve(results.flat()),
        slice.result.reject,
      );
      this.#queue.push(owner, alone);
    }
    this.#next();
  }

  #stop(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    clearTimeout(this.#timer);
    void worker?.terminate();
  }

  #fail(worker: Worker, error: Error): void {
    if (worker !== this.#worker) return;
    this.#worker = undefined;
    clearTimeout(this.#timer);
    const slice = this.#current?.slice;
    this.#current = undefined;
    // A text that exhausts the worker's memory is rejected like one that exceeds the time limit.
    if (slice && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY") {
      slice.result.resolve(slice.sources.map(() => ({ refusal: textRefusal("too_slow") })));
    } else slice?.result.reject(error);
    this.#next();
  }
}

/** Texts sent to the worker in one message. */
interface Slice {
  sources: readonly Source[];
  /** Characters, or bytes. */
  size: number;
  result: PromiseWithResolvers<CleanOf<Source>[]>;
}

/** Small enough that other sites wait briefly, large enough to make the message overhead negligible. */
const maxSize = 50_000;
const maxCount = 200;

const sizeOf = (source: Source): number => ("bytes" in source ? source.bytes : source.text).length;

/** Divides texts into slices, in their order. A text above the size of a slice is one of its own. */
function slicesOf(sources: readonly Source[]): Slice[] {
  const slices: { sources: Source[]; size: number }[] = [];
  for (const source of sources) {
    const last = slices.at(-1);
    const size = sizeOf(source);
    if (last && last.size + size <= maxSize && last.sources.length < maxCount) {
      last.sources.push(source);
      last.size += size;
    } else slices.push({ sources: [source], size });
  }
  return slices.map((slice) => ({ ...slice, result: Promise.withResolvers<CleanOf<Source>[]>() }));
}

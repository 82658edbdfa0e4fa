import { Worker } from "node:worker_threads";
import { FairQueue } from "./fair-queue.ts";
import { markdownLimits, textRefusal } from "./limits.ts";
import { type Slice, slicesOf } from "./slices.ts";
import type { Rendering, SourceText } from "./source-text.ts";

/**
 * Maximum number of characters that wait per site: two requests of the largest size. The limit for all sites is
 * higher.
 */
const maxWaitingPerSite = 24_000_000;
const maxWaiting = 96_000_000;

/** Idle time in milliseconds after which the worker stops to free about 20 MB. */
const idleTime = 60_000;

/** Heap limits of the worker in megabytes. A text within the limits needs less than a tenth. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };

/** The renderer's queue is full. */
export class RendererBusy extends Error {
  readonly retryAfterSeconds = 10;

  constructor() {
    super("The rendering queue is full.");
    this.name = "RendererBusy";
  }
}

/**
 * Renders texts in a worker thread that starts with the first text. Sites take turns. If a text exceeds the time
 * limit, a new worker replaces the current one.
 */
export class Renderer {
  readonly #queue = new FairQueue<Slice>();
  readonly #limit: () => number;
  #worker: Worker | undefined;
  #current: { owner: string; slice: Slice } | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(limit: () => number = () => markdownLimits.milliseconds) {
    this.#limit = limit;
  }

  /** Returns the renderings in the order of the sources. Throws `RendererBusy` if the queue is full. */
  async render(owner: string, sources: readonly SourceText[]): Promise<Rendering[]> {
    const size = sources.reduce((sum, { text }) => sum + text.length, 0);
    // A request to an empty queue is accepted at any size: the request size is limited elsewhere.
    const waiting = this.#queue.sizeOf(owner);
    if (waiting > 0 && waiting + size > maxWaitingPerSite) throw new RendererBusy();
    if (this.#queue.total > 0 && this.#queue.total + size > maxWaiting) throw new RendererBusy();
    const slices = slicesOf(sources);
    const results = Promise.all(slices.map(({ result }) => result.promise));
    this.#queue.push(owner, slices);
    this.#next();
    return (await results).flat();
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
    if (this.#worker) this.#send();
    else this.#start();
  }

  #start(): void {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { name: "markdown", resourceLimits });
    this.#worker = worker;
    worker.on("message", (message: "ready" | Rendering[]) => {
      if (worker !== this.#worker) return;
      if (message === "ready") this.#send();
      else this.#finish(message);
    });
    worker.on("error", (error) => this.#fail(worker, error));
    worker.on("exit", () => this.#fail(worker, new Error("The Markdown worker ended.")));
  }

  #send(): void {
    this.#worker!.ref();
    this.#worker!.postMessage(this.#current!.slice.sources);
    this.#timer = setTimeout(() => this.#expire(), this.#limit());
  }

  #finish(renderings: Rendering[]): void {
    clearTimeout(this.#timer);
    const { slice } = this.#current!;
    this.#current = undefined;
    slice.result.resolve(renderings);
    this.#next();
  }

  /** The time limit is per text: after a timeout of several texts, each is retried alone. */
  #expire(): void {
    const { owner, slice } = this.#current!;
    this.#stop();
    this.#current = undefined;
    if (slice.sources.length === 1) slice.result.resolve([{ refusal: textRefusal("too_slow") }]);
    else {
      const alone = slice.sources.flatMap((source) => slicesOf([source]));
      Promise.all(alone.map(({ result }) => result.promise)).then(
        (renderings) => slice.result.resolve(renderings.flat()),
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

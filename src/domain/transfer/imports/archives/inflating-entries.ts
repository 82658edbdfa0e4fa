import { createInflateRaw, type InflateRaw } from "node:zlib";
import type { UnzipDecoder, UnzipDecoderConstructor } from "fflate";

/** The entries of an archive that are being inflated: in the thread pool, because it takes long. */
export interface InflatingEntries extends Disposable {
  Decoder: UnzipDecoderConstructor;
  /** Waits until everything that was pushed is inflated and delivered. */
  settled(): Promise<void>;
}

export function openInflatingEntries(): InflatingEntries {
  const streams = new Set<InflateRaw>();
  let pushed: Promise<void>[] = [];

  class Decoder implements UnzipDecoder {
    static readonly compression = 8;
    declare ondata: UnzipDecoder["ondata"];
    readonly #stream = createInflateRaw();
    readonly #closed = Promise.withResolvers<void>();

    constructor() {
      streams.add(this.#stream);
      this.#stream
        .on("data", (chunk: Buffer<ArrayBuffer>) => this.ondata(null, chunk, false))
        .on("end", () => this.ondata(null, new Uint8Array(0), true))
        .on("error", (error) => this.ondata({ ...error, code: invalidData }, new Uint8Array(0), true))
        .on("close", () => {
          streams.delete(this.#stream);
          this.#closed.resolve();
        });
    }

    push(chunk: Uint8Array, isLast: boolean): void {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (isLast) this.#stream.end(chunk);
      else this.#stream.write(chunk, () => resolve());
      pushed.push(Promise.race([promise, this.#closed.promise]));
    }
  }

  return {
    Decoder,
    async settled() {
      while (pushed.length > 0) await Promise.all(pushed.splice(0));
    },
    [Symbol.dispose]() {
      for (const stream of streams) stream.destroy();
      pushed = [];
    },
  };
}

/** The code of fflate for data that is not DEFLATE. */
const invalidData = 3;

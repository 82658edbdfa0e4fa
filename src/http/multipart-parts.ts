import { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import { pause } from "#lib/event-loop/pause.ts";
import { multipartTextCheck } from "./multipart-text.ts";

/** Bytes that the parser receives in one call. Each empty part of eight bytes takes about ten microseconds. */
const maxSlice = 4096;

type Part = ReturnType<FastifyRequest["parts"]> extends AsyncIterable<infer Each> ? Each : never;

/**
 * Reads the parts of a multipart form, and lets the event loop turn between slices of the body. Throws if a name or a
 * text is not UTF-8.
 */
export async function* partsOf(request: FastifyRequest): AsyncGenerator<Part, void> {
  const body = Object.assign(Readable.from(slicesOf(request), { objectMode: false }), {
    headers: request.raw.headers,
  });
  try {
    // The plugin reads `raw`, whose chunks have up to 64 kB.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- An object has the type of its prototype.
    const parts = (Object.create(request, { raw: { value: body } }) as FastifyRequest).parts();
    yield* parts;
  } finally {
    body.destroy();
  }
}

async function* slicesOf({ raw, headers }: FastifyRequest): AsyncGenerator<Buffer, void> {
  const chunks = raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  const check = multipartTextCheck(headers["content-type"] ?? "");
  try {
    for await (const chunk of chunks) {
      for (let start = 0; start < chunk.length; start += maxSlice) {
        const slice = chunk.subarray(start, start + maxSlice);
        check(slice);
        yield slice;
        const turn = pause();
        if (turn) await turn;
      }
    }
  } finally {
    // Drains the rest of a rejected body, so that the client can send it and read the response.
    raw.resume();
  }
}

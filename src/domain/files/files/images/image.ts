import os from "node:os";
import * as z from "zod";
import { Problem, rateLimited } from "#domain/platform/problem.ts";
import { itemAt } from "#lib/collections/item-at.ts";
import { runFairly } from "#lib/work/run-fairly.ts";
import { shareOfMachine } from "#lib/work/share-of-machine.ts";
import { typedKeys } from "#lib/json/typed-object.ts";
import { variantWidths } from "./image-limits.ts";
import type { ImageFacts } from "./image-program.ts";
import { runImageProgram } from "./run-image-program.ts";

/** A stored image: re-encoded, so that it contains nothing of the upload but the pixels. */
export interface Picture {
  bytes: Buffer;
  sha256: Buffer;
  contentType: string;
  width: number;
  height: number;
}

/** A smaller version, with the name that its URL ends in. */
export interface Variant extends Picture {
  name: ImageFacts["name"];
}

export interface DrawOptions {
  /** Site that owns the image. */
  siteId: string;
  mediaType: string;
  /** Crops it to a square of at most `pictureSide` pixels, without animation. */
  square?: boolean;
  /** Converts it to a PNG for documents, at most `printSide` pixels wide and high, without variants. */
  print?: boolean;
  /** Converts a drawing of ours to a PNG of at most `drawingSide` pixels, without variants. */
  drawing?: boolean;
  /** Called at the image's turn, so that waiting images use no memory. */
  read: () => Promise<Buffer>;
}

/** Milliseconds per image, including reading and all variants. */
const timeLimit = 20_000;

/** Each uses a core and memory in proportion to the pixels; one core stays free for the event loop. */
const running = shareOfMachine(os.availableParallelism() >= 4 ? 2 : 1);

/**
 * Processes images in separate processes, which are killed at their time limit. Throws `unsupported_media`, and
 * `rate_limited` if too many images of the site, or of all sites, wait.
 */
export function openImageQueue({ running: slots = running, waitingPerSite = 20, limit = timeLimit } = {}) {
  const limits = { maxRunning: slots, maxWaitingPerKey: waitingPerSite, maxWaiting: 10 * waitingPerSite };
  const inTurn = runFairly({ ...limits, refusal: () => rateLimited(10) });
  return ({
    siteId,
    mediaType,
    square = false,
    print = false,
    drawing = false,
    read,
  }: DrawOptions): Promise<{ picture: Picture; variants: Variant[] }> =>
    inTurn(siteId, async () => {
      const form = square ? "square" : print ? "print" : drawing ? "drawing" : undefined;
      const output = await runImageProgram(await read(), { mediaType, form }, limit);
      if (output === "timeout") {
        throw unusable(`The image takes more than ${limit / 1000} seconds to process. Make it smaller.`);
      }
      if (output === undefined) throw unusable("The image cannot be processed.");
      return imagesOf(output);
    });
}

export const drawImage = openImageQueue();

const unusable = (message: string) => new Problem("unsupported_media", message);

const Facts = z.object({
  name: z.enum(["original", ...typedKeys(variantWidths)]),
  byteSize: z.number(),
  sha256: z.string(),
  contentType: z.string(),
  width: z.number(),
  height: z.number(),
}) satisfies z.ZodType<ImageFacts>;

/** The reply of the program, an `ImageReply`. */
const Reply = z.union([z.object({ images: z.array(Facts) }), z.object({ refused: z.string() })]);

function imagesOf(output: Buffer): { picture: Picture; variants: Variant[] } {
  const end = output.indexOf("\n");
  const reply = Reply.parse(JSON.parse(output.toString("utf8", 0, end)));
  if ("refused" in reply) throw unusable(reply.refused);
  let at = end + 1;
  const variants = reply.images.map(({ byteSize, sha256, ...facts }): Variant => {
    const bytes = output.subarray(at, (at += byteSize));
    return { ...facts, bytes, sha256: Buffer.from(sha256, "hex") };
  });
  return { picture: itemAt(variants, 0), variants: variants.slice(1) };
}

import os from "node:os";
import { Problem, rateLimited } from "#domain/platform/problem.ts";
import { fairQueue } from "#lib/fair-queue.ts";
import type { ImageFacts, ImageReply } from "./image-program.ts";
import { runImageProgram } from "./run-image-program.ts";

/** An image as it is stored: drawn anew, so that nothing of what was sent is in it but the picture. */
export interface Picture {
  bytes: Buffer;
  sha256: Buffer;
  contentType: string;
  width: number;
  height: number;
}

/** Smaller ones of the same, by the name that their addresses end in. */
export interface Variant extends Picture {
  name: string;
}

export interface DrawOptions {
  /** The site that the image is for. */
  siteId: string;
  mediaType: string;
  /** Crops it to a square of at most `pictureSide` pixels, without animation. */
  square?: boolean;
  /** Called when it is the image's turn, so that images that wait take no memory. */
  read: () => Promise<Buffer>;
}

/** Milliseconds for one image, reading and all its variants included. */
const timeLimit = 20_000;

/** Each takes a core, and as much memory as the image has pixels; one core is left to the event loop. */
const running = os.availableParallelism() >= 4 ? 2 : 1;

/**
 * Draws images in processes of their own, which are killed at their time limit. Throws `unsupported_media`, and
 * `rate_limited` where too many images of the site, or of all sites, wait.
 */
export function openImageQueue({ running: slots = running, waitingPerSite = 20, limit = timeLimit } = {}) {
  const limits = { running: slots, waitingPerKey: waitingPerSite, waiting: 10 * waitingPerSite };
  const inTurn = fairQueue({ ...limits, refusal: () => rateLimited(10) });
  return ({
    siteId,
    mediaType,
    square = false,
    read,
  }: DrawOptions): Promise<{ picture: Picture; variants: Variant[] }> =>
    inTurn(siteId, async () => {
      const output = await runImageProgram(await read(), { mediaType, square }, limit);
      if (output === "timeout") {
        throw unusable(`The image takes more than ${limit / 1000} seconds to process. Make it smaller.`);
      }
      if (output === undefined) throw unusable("The image cannot be processed.");
      return imagesOf(output);
    });
}

export const drawImage = openImageQueue();

const unusable = (message: string) => new Problem("unsupported_media", message);

function imagesOf(output: Buffer): { picture: Picture; variants: Variant[] } {
  const end = output.indexOf("\n");
  const reply = JSON.parse(output.toString("utf8", 0, end)) as ImageReply;
  if ("refused" in reply) throw unusable(reply.refused);
  let at = end + 1;
  const variants = reply.images.map(({ byteSize, sha256, ...facts }: ImageFacts): Variant => {
    const bytes = output.subarray(at, (at += byteSize));
    return { ...facts, bytes, sha256: Buffer.from(sha256, "hex") };
  });
  return { picture: variants.shift()!, variants };
}

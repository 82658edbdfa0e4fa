import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { openImageQueue } from "#domain/files/files/images/image.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { aPicture, pngOf } from "../../support/worlds/pictures.ts";
import { sendFile } from "../../support/worlds/uploads.ts";
import { anOperator, problemOf } from "../support/operator.ts";

/** An animation of this many frames, each of another color. */
function anAnimation(frames: number, side: number) {
  const pages = Array.from({ length: frames }, (_, index) =>
    Buffer.alloc(side * side * 3, Buffer.from([index % 256, (index * 7) % 256, (index * 31) % 256])),
  );
  return sharp(Buffer.concat(pages), {
    raw: { width: side, height: side * frames, channels: 3, pageHeight: side },
  });
}

/** The same GIF with a logical screen of this size, which each frame is drawn on. */
function onCanvas(gif: Buffer, side: number): Buffer {
  const larger = Buffer.from(gif);
  larger.writeUInt16LE(side, 6);
  larger.writeUInt16LE(side, 8);
  return larger;
}

void test("An animation above the limits for frames or pixels is rejected, and one within them keeps its frames", async () => {
  const operator = await anOperator("storage:write");
  const many = problemOf(await sendFile(operator, await anAnimation(301, 2).gif().toBuffer()));
  assert.deepEqual([many.status, many.code], [422, "unsupported_media"]);
  assert.match(many.detail, /301 frames; at most 300/);
  const large = problemOf(await sendFile(operator, onCanvas(await anAnimation(10, 2).gif().toBuffer(), 2000)));
  assert.match(large.detail, /All frames together have more than 25 million pixels/);
  const kept = await sendFile(operator, await anAnimation(3, 8).webp().toBuffer());
  assertStatus(kept, 201);
});

void test("A decompression bomb is rejected by its header", async () => {
  const operator = await anOperator("storage:write");
  // 30,000 by 30,000 pixels in a few bytes, none of which are decompressed.
  const bomb = pngOf({ width: 30_000, height: 30_000, data: deflateSync(Buffer.alloc(1000)) });
  const refused = problemOf(await sendFile(operator, bomb));
  assert.deepEqual([refused.status, refused.code], [422, "unsupported_media"]);
  assert.match(refused.detail, /more than 50 million pixels/);
});

void test("An image that takes too long is rejected, and the next one is processed", async () => {
  const bytes = aPicture({ width: 40, height: 30 });
  const image = { siteId: "a", mediaType: "image/png", read: async () => bytes };
  // Shorter than the start of a process.
  await assert.rejects(openImageQueue({ limit: 1 })(image), { code: "unsupported_media", message: /takes more than/ });
  const { picture } = await openImageQueue()(image);
  assert.deepEqual([picture.width, picture.height], [40, 30]);
});

void test("Images of the sites are processed in turns, and a full queue returns a retryable error", async () => {
  const draw = openImageQueue({ running: 1, waitingPerSite: 2 });
  const started: string[] = [];
  const finished: string[] = [];
  const image = async (siteId: string, name: string) => {
    const read = async () => {
      started.push(name);
      return aPicture();
    };
    await draw({ siteId, mediaType: "image/png", read });
    finished.push(name);
  };
  const images = ["a1", "a2", "a3", "b1", "c1"].map((name) => image(name[0]!, name));
  await assert.rejects(image("a", "a4"), { code: "rate_limited" });
  await Promise.all(images);
  assert.deepEqual(started, ["a1", "a2", "b1", "c1", "a3"]);
  assert.deepEqual(finished, started);
});

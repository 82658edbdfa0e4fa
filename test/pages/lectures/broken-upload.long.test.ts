import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { pipeline } from "node:stream/promises";
import { launchBrowser } from "../../support/browser.ts";
import { app } from "../../support/world.ts";
import { aLiveSite } from "../../support/worlds/live-site.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import { anOwner } from "../support/admin-browser.ts";
import { aCourse, readTree } from "../support/outline.ts";

const mebibyte = 1024 * 1024;

/** `UPLOAD_SIZE=2048 npm run test:long -- test/pages/lectures/broken-upload.long.test.ts` measures a long video. */
const size = Number(process.env["UPLOAD_SIZE"] ?? 80);
const partSize = 8;
const breaks = 10;

/** Closes the connection while a part arrives, ten times, never twice for the same part. */
function breakTenTimes() {
  let requests = 0;
  let broken = 0;
  const every = Math.max(2, Math.floor(size / partSize / breaks));
  const handle = (request: IncomingMessage) => {
    if (request.method !== "PUT" || broken === breaks || requests++ % every !== 0) return;
    broken++;
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > mebibyte) request.socket.destroy();
    });
  };
  return { handle, count: () => broken };
}

/** The application, whose requests `before` sees first. */
const watched = (before: (request: IncomingMessage) => void) =>
  new Proxy(app, {
    get(target, name): unknown {
      if (name === "routing") {
        return (...[request, response]: Parameters<typeof app.routing>) => {
          before(request);
          target.routing(request, response);
        };
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });

/** Writes a file that looks like a video, and returns its digest. */
async function aVideo(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(function* () {
    for (let number = 0; number < size; number++) {
      const piece = randomBytes(mebibyte);
      if (number === 0) piece.set(Buffer.from("000000186674797069736f6d", "hex"));
      hash.update(piece);
      yield piece;
    }
  }, createWriteStream(file));
  return hash.digest("hex");
}

void test(`A video of ${size} MiB arrives whole through a connection that breaks ten times`, async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-video-"));
  const file = path.join(folder, "lesson.mp4");
  const connection = breakTenTimes();
  const live = await aLiveSite({}, watched(connection.handle));
  const browser = await launchBrowser();
  try {
    const digest = await aVideo(file);
    const operator = await operatorOf(
      live.site,
      "courses:read courses:write curriculum:read curriculum:write storage:read storage:write",
    );
    const course = await aCourse(operator, [{ title: "A", lectures: ["Film"] }]);
    const lecture = (await readTree(operator, course)).sections[0]!.lectures[0]!.id;
    await operator.patch(`/lectures/${lecture}`, { kind: "video" });
    const page = await anOwner(live, browser);
    await page.goto(`${live.origin}/admin/lectures/${lecture}/edit`);
    const started = performance.now();
    await page.locator('l-upload[data-for="video.file_id"] input[type=file]').setInputFiles(file);
    await page.getByText("Uploaded.").waitFor({ timeout: 60_000 * Math.max(3, size / 32) });
    t.diagnostic(
      `${size} MiB with ${connection.count()} breaks: ${Math.round((performance.now() - started) / 1000)} s`,
    );
    const id = await page.locator('[name="video.file_id"]').inputValue();
    const stored = (await operator.get(`/files/${id}`)).json<{ sha256: string; byte_size: number; url: string }>();
    assert.deepEqual([stored.sha256, stored.byte_size, connection.count()], [digest, size * mebibyte, breaks]);
    const read = createHash("sha256");
    const answer = await fetch(stored.url);
    for await (const piece of answer.body!) read.update(piece);
    assert.equal(read.digest("hex"), digest, "The stored bytes are those of the file.");
  } finally {
    await browser.close();
    await live.close();
    rmSync(folder, { recursive: true });
  }
});

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { after, test } from "node:test";
import { openStore } from "#lib/objects/open-store.ts";
import { type Operator, operatorOf } from "../rest/support/operator.ts";
import { storageFolder } from "../support/worlds/storage.ts";
import { download, sendFile, type AFile } from "../support/worlds/uploads.ts";
import { aSite, buildProcess, siteAt } from "../support/world.ts";

const bytes = Buffer.from("Bring a headlamp.\n");

async function aStore(respond: RequestListener): Promise<{ server: Server; store: ReturnType<typeof openStore> }> {
  const server = createServer(respond);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  after(() => server.closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const address = `s3://key:secret@school-files?endpoint=${encodeURIComponent(`http://127.0.0.1:${port}`)}`;
  return { server, store: openStore(address, { connect: 500, silence: 500, response: 500 }) };
}

/** An operator at a process with this storage. */
async function operatorWith(store: ReturnType<typeof openStore>): Promise<Operator> {
  const operator = await operatorOf(await aSite(), "storage:write");
  const process = buildProcess({ storage: { store, key: randomBytes(32) } });
  return { ...operator, site: siteAt(operator.site.site, process) };
}

async function upload(store: ReturnType<typeof openStore>) {
  const { statusCode, headers, ...response } = await sendFile(await operatorWith(store), bytes);
  return [statusCode, headers["retry-after"], response.json<{ code: string }>().code];
}

void test("A store that hangs, is gone, fails or is full is reported as such, and never waits for long", async () => {
  const hanging = await aStore(() => {});
  assert.deepEqual(await upload(hanging.store), [503, "10", "storage_unavailable"]);
  await assert.rejects(hanging.store.check(), { name: "StorageOutage" });
  await assert.rejects(hanging.store.remove("a/b"), { name: "StorageOutage" });

  const failing = await aStore(
    (request, response) => void request.resume().on("end", () => response.writeHead(500).end()),
  );
  assert.deepEqual(await upload(failing.store), [503, "10", "storage_unavailable"]);

  const full = await aStore(
    (request, response) => void request.resume().on("end", () => response.writeHead(507).end()),
  );
  assert.deepEqual(await upload(full.store), [507, "60", "insufficient_storage"]);

  const gone = await aStore(() => {});
  await new Promise((resolve) => gone.server.close(resolve));
  assert.deepEqual(await upload(gone.store), [503, "10", "storage_unavailable"]);
});

void test("/readyz names a storage that hangs, and can leave it out", async () => {
  const { store } = await aStore(() => {});
  const process = buildProcess({ storage: { store, key: randomBytes(32) } });
  const ready = await process.inject("/readyz");
  assert.deepEqual([ready.statusCode, ready.json()], [503, { status: "unavailable", failing: ["storage"] }]);
  assert.equal((await process.inject("/readyz?exclude=storage")).statusCode, 200);
});

void test("A file whose contents are missing is unavailable, not an internal error", async () => {
  const operator = await operatorOf(await aSite(), "storage:write");
  const file = (await sendFile(operator, bytes)).json<AFile>();
  rmSync(path.join(storageFolder, operator.site.id), { recursive: true });
  const { statusCode, headers, body } = await download(operator, file.url);
  assert.deepEqual([statusCode, headers["retry-after"]], [503, "60"], body);
});

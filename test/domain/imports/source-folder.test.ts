import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { hash } from "node:crypto";
import { storeObject } from "#domain/platform/storage/objects.ts";
import { newId } from "#domain/platform/ids.ts";
import { openSourceFolder } from "#domain/transfer/imports/source-folder.ts";
import { storage } from "../../support/worlds/storage.ts";
import { aSiteContext } from "../support.ts";

void test("An import source is kept in a folder while it is read and removed afterwards", async () => {
  const context = { ...(await aSiteContext())(), storage };
  const bytes = Buffer.from(JSON.stringify([{ path: "a/b/course.md", content: "課程" }]));
  async function* once() {
    yield bytes;
  }
  const facts = { byteSize: bytes.length, sha256: hash("sha256", bytes, "buffer"), contentType: "application/json" };
  const objectId = await storeObject(context, once(), facts);
  let folder: string;
  {
    await using source = await openSourceFolder(context, { id: newId(), fileId: null, objectId });
    ({ folder } = source);
    assert.equal(readFileSync(path.join(folder, "a/b/course.md"), "utf8"), "課程");
  }
  assert.ok(!existsSync(folder));
});

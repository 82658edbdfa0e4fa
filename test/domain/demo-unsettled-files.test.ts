import assert from "node:assert/strict";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { noteFiles, removeUnsettledFiles } from "#demo/unsettled-files.ts";
import type { ObjectStore } from "#lib/objects/object-store.ts";
import { temporaryDataFolder } from "../support/worlds/installation.ts";

void test("A list of files that could not be written whole leaves the former list", async (t) => {
  const folder = temporaryDataFolder();
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  noteFiles(folder, ["a", "b"]);
  // The new list is written under a temporary name, which is taken.
  const taken = path.join(folder, "demo-files.json.tmp");
  mkdirSync(taken);
  assert.throws(() => noteFiles(folder, ["c"]), { code: "EISDIR" });
  rmSync(taken, { recursive: true });
  const removed: string[] = [];
  const store = { remove: async (key: string) => void removed.push(key) } as ObjectStore;
  await removeUnsettledFiles(folder, store);
  assert.deepEqual(removed, ["a", "b"]);
  assert.deepEqual(readdirSync(folder), []);
});

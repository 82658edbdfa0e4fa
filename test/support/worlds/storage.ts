import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";
import { openDiskStore } from "#lib/objects/disk-store.ts";

export const storageFolder = mkdtempSync(path.join(tmpdir(), "lectern-files-"));
export const storage = { store: openDiskStore(storageFolder), key: randomBytes(32) };

after(() => rmSync(storageFolder, { recursive: true, force: true }));

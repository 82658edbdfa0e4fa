import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { startEmbedded } from "#database/embedded/start.ts";
import { atEnd } from "./at-end.ts";

export const isRoot = process.getuid?.() === 0;

/** A folder that another user can also reach, removed after the test. */
export function temporaryFolder(t: TestContext): string {
  const folder = makeFolder();
  // The server of a killed process may still be cleaning up in there.
  atEnd(t, () => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 20 }));
  return folder;
}

function makeFolder(): string {
  const folder = mkdtempSync(join(isRoot ? "/tmp" : tmpdir(), "lectern-test-"));
  chmodSync(folder, 0o755);
  return folder;
}

let template: Promise<string> | undefined;

/** A data folder with its own cluster, copied from another one (0.1 s instead of 1 s). */
export async function initialisedFolder(t: TestContext): Promise<string> {
  template ??= makeTemplate();
  const folder = join(temporaryFolder(t), "data");
  const copy = spawnSync("cp", ["-a", await template, folder], { encoding: "utf8" });
  assert.equal(copy.status, 0, copy.stderr);
  return folder;
}

async function makeTemplate(): Promise<string> {
  const folder = makeFolder();
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const server = await startEmbedded({ dataFolder: folder, role: "serve", durable: false });
  await server.stop();
  return folder;
}

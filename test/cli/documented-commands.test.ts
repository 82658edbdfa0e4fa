import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { describe, test } from "node:test";
import { root } from "../support/data/source-tree.ts";
import {
  commandsOf,
  firstDocuments,
  ranDocuments,
  reasonNotToRun,
  testCommandsOf,
} from "./support/documented-commands.ts";

// The other documents: documented-commands.long.test.ts
void describe("Commands with which a newcomer begins", () => {
  testCommandsOf(firstDocuments);
});

void test("Every other document has only commands with a reason not to run here", () => {
  const all = globSync(["README.md", "CONTRIBUTING.md", "SECURITY.md", "docs/**/*.md"], { cwd: root });
  const left = all
    .filter((document) => ![...firstDocuments, ...ranDocuments].includes(document))
    .flatMap((document) => commandsOf(document).map((command) => ({ document, command })))
    .filter(({ command }) => reasonNotToRun(command) === undefined && !isVerified(command));
  assert.deepEqual(left, []);
});

/** Repeats a command of `docs/operations/backup.md` on another machine. */
const isVerified = (command: string): boolean => /^(?:backup verify|doctor)\b/.test(command);

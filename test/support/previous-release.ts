import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { atEnd } from "./at-end.ts";
import { readRelease } from "./release-record.ts";

const root = path.join(import.meta.dirname, "../..");

/** The sources of the latest release, with the installed packages. */
export interface PreviousRelease {
  /** Undefined: the repository has no tag of the release, as in a shallow clone. */
  folder: string | undefined;
  /** The tag, or the commit in PREVIOUS_RELEASE. */
  commit: string;
}

export function previousRelease(): PreviousRelease {
  const commit = process.env["PREVIOUS_RELEASE"] ?? `v${readRelease().version}`;
  const isKnown = spawnSync("git", ["rev-parse", "--verify", "--quiet", `${commit}^{commit}`], { cwd: root }).status;
  if (isKnown !== 0) return { folder: undefined, commit };
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-previous-"));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const sources = execFileSync("git", ["archive", commit, "src", "package.json"], { cwd: root, maxBuffer: 2 ** 28 });
  execFileSync("tar", ["-x"], { cwd: folder, input: sources });
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  return { folder, commit };
}

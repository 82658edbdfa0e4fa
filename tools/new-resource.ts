import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Command, CommanderError } from "commander";
import { planResource } from "./new-resource/plan.ts";
import { RefusedRequest } from "./new-resource/refused-request.ts";
import { prose, type ResourceName, singularOf } from "./new-resource/resource-name.ts";

interface Options {
  parent?: string;
  area?: string;
  scope?: string;
  singular?: string;
  prefix?: string;
  zhTw: string;
  dryRun?: true;
}

const root = path.join(import.meta.dirname, "..");

const program = new Command("new-resource")
  .description(
    "Writes a new resource: table, operations, operator API, MCP tools, admin pages and tests (docs/how-to/add-a-resource.md).",
  )
  .argument("<plural>", "name in the API, such as badges or learning_paths")
  .option("--parent <resource>", "resource that contains it, such as course, event, member or one of this command")
  .option("--area <area>", "folder of src/domain (default: that of the parent, or content)")
  .option(
    "--scope <scope>",
    "prefix of its scopes, such as pages for pages:read and pages:write (default: that of the parent, or school)",
  )
  .option("--singular <name>", "singular of an irregular plural")
  .option("--prefix <letters>", "three letters that begin its ids (default: from its name)")
  .requiredOption("--zh-tw <name>", "name in Traditional Chinese, such as 徽章 (a translation service has it)")
  .option("--dry-run", "list the files without writing them")
  .addHelpText(
    "after",
    "\nExamples:\n  $ npm run new:resource badges -- --zh-tw 徽章\n  $ npm run new:resource announcements -- --parent course --zh-tw 公告\n\nExit codes: 0 written, 1 unexpected error, 2 rejected request.",
  )
  .showHelpAfterError(
    "Options follow two hyphens: npm run new:resource announcements -- --parent course --zh-tw 公告. See --help.",
  )
  .exitOverride()
  .action((plural: string, { singular, zhTw: zhTW, dryRun: isDryRun, ...request }: Options) => {
    const name = { plural, singular: singular ?? singularOf(plural) };
    const files = planResource(root, { ...request, name, zhTW });
    requireKnownWords(name);
    if (singular === undefined) console.log(`singular: ${prose(name.singular)} (--singular sets another one)`);
    const dryRun = isDryRun ?? process.env["npm_config_dry_run"] === "true";
    for (const { file, text, isNew } of files) {
      console.log(`${isNew ? "new   " : "change"} ${file}`);
      if (dryRun) continue;
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), text, { flag: isNew ? "wx" : "w" });
    }
    if (dryRun) return;
    const sources = files.map(({ file }) => file).filter((file) => file.endsWith(".ts"));
    execFileSync("node_modules/.bin/oxfmt", sources, { cwd: root });
    console.log(nextSteps(plural));
  });

/** Rejects a word that the spelling check would reject later, such as a wrong singular. */
function requireKnownWords({ plural, singular }: ResourceName): void {
  const words = `${prose(plural)} ${prose(singular)}`;
  const options = [
    "node_modules/cspell/bin.mjs",
    "lint",
    "--no-progress",
    "--no-summary",
    "--words-only",
    "--unique",
    "stdin://tools/name.ts",
  ];
  const { stdout } = spawnSync(process.execPath, options, { cwd: root, input: words, encoding: "utf8" });
  const unknown = stdout.trim().split("\n").filter(Boolean);
  if (unknown.length === 0) return;
  throw new RefusedRequest(
    `No dictionary has "${unknown.join('", "')}". Pass the singular with --singular, or add a new term to tools/words.txt.`,
  );
}

const nextSteps = (plural: string) => `
Next:
  npm run contracts
  npm test -- test/rest/${plural.replaceAll("_", "-")}.test.ts
  npm run check`;

try {
  program.parse();
} catch (error) {
  if (error instanceof RefusedRequest) console.error(error.message);
  const isUsage = error instanceof CommanderError ? error.exitCode !== 0 : error instanceof RefusedRequest;
  if (!(error instanceof CommanderError || error instanceof RefusedRequest)) throw error;
  process.exitCode = isUsage ? 2 : 0;
}

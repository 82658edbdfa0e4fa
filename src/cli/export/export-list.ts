import { formatNumber } from "#lib/text/formats.ts";
import path from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import { exportFormats, type ExportFormat, type ExportName } from "#domain/transfer/exports/export-names.ts";
import { exportNow } from "#domain/transfer/exports/export-now.ts";
import { filterNames } from "#domain/transfer/exports/export-filter.ts";
import { exportNames } from "#domain/transfer/exports/lists.ts";
import { textTable } from "#lib/text/text-table.ts";
import { action } from "../terminal/action.ts";
import { siteOption } from "../site/choose-site.ts";
import { UsageError } from "../terminal/errors.ts";
import { openExportTarget } from "./export-target.ts";
import { showProgress } from "../import/import-progress.ts";
import { openSigningStorage } from "../database/storage.ts";

interface Options {
  site?: string;
  format?: ExportFormat;
  output?: string;
  filter?: object;
}

/** Adds one command per exportable list. */
export function addExportListCommands(exports: Command): void {
  for (const name of exportNames) addExportListCommand(exports, name);
}

const addExportListCommand = (exports: Command, name: ExportName) =>
  exports
    .command(commandOf(name))
    .summary(`export ${wordsOf(name)}`)
    .description(
      `Exports every row of /api/v1/${name}, as the operator API returns it to an owner of the site, sorted by ID ` +
        "(see docs/reference/exports-and-imports.md).",
    )
    .addOption(siteOption())
    .addOption(
      new Option("--format <format>", "default: the extension of the output file, else ndjson").choices(exportFormats),
    )
    .option("--output <file>", "output file (default: stdout)")
    .option("--filter <json>", "list parameters that filter the rows", parseFilter)
    .addHelpText("after", () => `\nFilters:\n${filtersOf(name)}\n\nExample:\n  $ ${exampleOf(name)}`)
    .action(
      action(async ({ config, atSite, output }, { site, format, output: file, filter = {} }: Options) => {
        if (output.json && file === undefined) {
          throw new UsageError("--json requires --output, because the rows are not a single JSON document.");
        }
        const context = { ...(await atSite(site)), storage: openSigningStorage(config) };
        const progress = showProgress(output, { rows: file === undefined ? commandOf(name) : path.basename(file) });
        const target = await openExportTarget(file);
        try {
          const order = { name, format: format ?? formatOf(file), filter };
          const rows = await exportNow(context, order, target.write, (part) => progress.show("rows", part));
          await target.keep();
          progress.end();
          const answer = { site: context.site.origin, file, rows };
          if (file === undefined) output.note(`${formatNumber("en", rows)} rows.`);
          else output.answer(answer, textTable(Object.entries(answer).map(([what, value]) => [what, String(value)])));
        } finally {
          progress.end();
          await target.close();
        }
      }),
    );

/** The command name: `form-submissions` for `form_submissions`. */
const commandOf = (name: ExportName): string => name.replaceAll("_", "-");
const wordsOf = (name: ExportName): string => name.replaceAll("_", " ");

const formatOf = (file: string | undefined): ExportFormat =>
  file !== undefined && path.extname(file).toLowerCase() === ".csv" ? "csv" : "ndjson";

function parseFilter(text: string): object {
  let filter: unknown;
  try {
    filter = JSON.parse(text);
  } catch {
    throw new InvalidArgumentError('Expected JSON, like {"status": ["active"]}.');
  }
  if (typeof filter === "object" && filter !== null && !Array.isArray(filter)) return filter;
  throw new InvalidArgumentError('Expected a JSON object, like {"status": ["active"]}.');
}

function filtersOf(name: ExportName): string {
  const lines: string[] = [];
  for (const filter of filterNames(name)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + filter.length > 96) lines.push(`  ${filter}`);
    else lines[lines.length - 1] = `${last}, ${filter}`;
  }
  return lines.join("\n");
}

const exampleOf = (name: ExportName) => `lectern export ${commandOf(name)} --output ${name}.csv`;

import { statSync } from "node:fs";
import path from "node:path";
import { type Command, Option } from "commander";
import { importNow } from "#domain/transfer/imports/import-now.ts";
import {
  isRecordFormat,
  type RecordFormat,
  recordFormats,
} from "#domain/transfer/imports/records/read/record-files.ts";
import { type RecordName, recordImports, recordNames } from "#domain/transfer/imports/records/record-imports.ts";
import { csvTableOf } from "#lib/csv/csv-table.ts";
import { action } from "../terminal/action.ts";
import { siteOption } from "../site/choose-site.ts";
import { UsageError } from "../terminal/errors.ts";
import { reportOutcome } from "./import-outcome.ts";
import { showProgress } from "./import-progress.ts";

interface Options {
  site?: string;
  format?: RecordFormat;
  create?: boolean;
  dryRun?: boolean;
  emitEvents?: boolean;
  notify?: boolean;
  fulfill?: boolean;
}

/** Adds one command per resource that can be imported row by row. */
export function addImportRecordsCommands(imports: Command): void {
  for (const name of recordNames) addImportRecordsCommand(imports, name);
}

function addImportRecordsCommand(imports: Command, resource: RecordName): void {
  const command = imports.command(commandOf(resource));
  if (resource === "orders") {
    command.option("--fulfill", "give members what they bought with paid orders, for lines without fulfilled_at");
  }
  command
    .summary(`import ${commandOf(resource).replaceAll("-", " ")} from a CSV or NDJSON file`)
    .description(
      `${recordImports[resource].summary}, one per row (see docs/reference/exports-and-imports.md). Importing again applies the ` +
        "changes. An interrupted import continues where it stopped. Sends no notifications or webhook events by default.",
    )
    .argument("<file>", "a .csv or .ndjson file")
    .addOption(siteOption())
    .addOption(new Option("--format <format>", "default: the extension of the file").choices(recordFormats))
    .option("--dry-run", "validate only: list every invalid row and save nothing")
    .option("--create", "skip and list existing rows")
    .option("--emit-events", "emit a webhook event for every row")
    .option("--notify", "show members in-app notifications about the imported rows")
    .addHelpText("after", () => `\nFields:\n${fieldsOf(resource)}\n\nExample:\n  $ ${exampleOf(resource)}`)
    .action(
      action(async ({ atSite, output }, file: string, options: Options) => {
        const format = options.format ?? formatOf(file);
        if (!statSync(file, { throwIfNoEntry: false })?.isFile())
          throw new UsageError(`The file ${file} does not exist.`);
        const context = { ...(await atSite(options.site)), dryRun: options.dryRun ?? false };
        const tells = { events: options.emitEvents ?? false, notices: options.notify ?? false };
        const fulfills = options.fulfill ?? false;
        const requested = { format, resource, createsOnly: options.create ?? false, fulfills, tells };
        const progress = showProgress(output, { rows: path.basename(file) });
        const outcome = await importNow(context, requested, file, (part) => progress.show("rows", part)).finally(() =>
          progress.end(),
        );
        if (context.dryRun) output.note("Dry run: no changes were saved.");
        reportOutcome(output, context.site.origin, outcome);
      }),
    );
}

/** The command name: `form-submissions` for `form_submissions`. */
const commandOf = (resource: RecordName): string => resource.replaceAll("_", "-");

function formatOf(file: string): RecordFormat {
  const ending = path.extname(file).slice(1).toLowerCase();
  const format = ending === "jsonl" ? "ndjson" : ending;
  if (isRecordFormat(format)) return format;
  throw new UsageError(`Expected a file that ends in .csv or .ndjson, or --format, not ${path.basename(file)}.`);
}

/** CSV column names; a dot separates nested JSON fields. */
function fieldsOf(resource: RecordName): string {
  const lines: string[] = [];
  for (const column of csvTableOf(recordImports[resource].row).columns) {
    const last = lines.at(-1);
    if (last === undefined || last.length + column.length > 96) lines.push(`  ${column}`);
    else lines[lines.length - 1] = `${last}, ${column}`;
  }
  return lines.join(",\n");
}

const exampleOf = (resource: RecordName) => `lectern import ${commandOf(resource)} ${resource}.csv --dry-run`;

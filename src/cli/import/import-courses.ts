import type { Command } from "commander";
import type { ImportFormatName } from "#domain/transfer/imports/formats.ts";
import { withUnpacked } from "#domain/transfer/imports/archives/with-unpacked.ts";
import { importNow } from "#domain/transfer/imports/import-now.ts";
import { action } from "../terminal/action.ts";
import { siteOption } from "../site/choose-site.ts";
import { reportOutcome } from "./import-outcome.ts";
import { showProgress } from "./import-progress.ts";
import { openStorage } from "../database/storage.ts";

interface Options {
  site?: string;
  create?: boolean;
  dryRun?: boolean;
}

/** Course formats that are imported one course at a time, with the names and descriptions of their commands. */
const formats = [
  {
    format: "course_folder",
    command: "course-folder",
    summary: "import folders of Markdown as courses",
    description:
      "Imports each course in the folder (a folder with course.md, or folders with one each; " +
      "see docs/reference/course-folder.md). All files are read before anything is written. Importing again applies " +
      "the changes and removes sections and lectures whose files have been deleted.",
    source: ["folder", "folder of the courses"],
    example: "examples/courses",
  },
  {
    format: "course_json",
    command: "course-json",
    summary: "import courses from JSON",
    description:
      "Imports each course in a JSON file, or in the JSON files of a folder (see docs/reference/course-json.md). " +
      "Fields that a file omits stay unchanged.",
    source: ["source", "a file, or a folder of files that end in .json"],
    example: "night-sky.json",
  },
  {
    format: "olx",
    command: "olx",
    summary: "import Open edX courses",
    description:
      "Imports each Open edX export (OLX) as a course: a tar.gz, or a folder with course.xml (docs/reference/olx.md describes " +
      "the mapping). Lists the parts that cannot be imported. Importing again applies the changes.",
    source: ["source", "an archive (tar.gz or ZIP), or a folder"],
    example: "course.tar.gz",
  },
] as const satisfies { format: ImportFormatName; source: [string, string]; [text: string]: unknown }[];

export function addImportCoursesCommands(imports: Command): void {
  for (const format of formats) addImportCoursesCommand(imports, format);
}

const addImportCoursesCommand = (
  imports: Command,
  { format, command, summary, description, source: [name, meaning], example }: (typeof formats)[number],
) =>
  imports
    .command(command)
    .summary(summary)
    .description(description)
    .argument(`<${name}>`, meaning)
    .addOption(siteOption())
    .option("--dry-run", "validate only: list the errors of each course and save nothing")
    .option("--create", "skip and list existing courses")
    .addHelpText("after", `\nExample:\n  $ lectern import ${command} ${example}`)
    .action(
      action(async ({ config, atSite, output }, source: string, options: Options) => {
        const { create: createsOnly = false, dryRun = false } = options;
        const context = { ...(await atSite(options.site)), storage: openStorage(config), dryRun };
        const progress = showProgress(output, { courses: "Courses" });
        const outcome = await withUnpacked(source, (unpacked) =>
          importNow(context, { format, createsOnly }, unpacked, (part) => progress.show("courses", part)),
        ).finally(() => progress.end());
        if (dryRun) output.note("Dry run: no changes were saved.");
        reportOutcome(output, context.site.origin, outcome);
      }),
    );

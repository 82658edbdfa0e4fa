import type { Command } from "commander";
import type { ImportFormatName } from "#domain/imports/formats.ts";
import { withUnpacked } from "#domain/imports/archives/with-unpacked.ts";
import { importNow } from "#domain/imports/import-now.ts";
import { action } from "./action.ts";
import { asCli } from "./caller.ts";
import { chooseSite, siteOption } from "./choose-site.ts";
import { tellOutcome } from "./import-outcome.ts";
import { showProgress } from "./import-progress.ts";
import { openStorage } from "./storage.ts";

interface Options {
  site?: string;
  create?: boolean;
  dryRun?: boolean;
}

/** The formats of courses that are brought in course by course: what their commands are called and say of themselves. */
const formats = [
  {
    format: "free_courses",
    command: "free-courses",
    summary: "make courses of lists of links",
    description:
      "Makes a course of each link in the lists of a folder (free-courses-en.md, free-courses-zh_TW.md, …), filed under " +
      "the headings that it stands under. Importing again changes what has changed in the lists; an import that was " +
      "interrupted goes on where it stood.",
    source: ["folder", "where the lists are"],
    example: "../shared/data/free-courses",
  },
  {
    format: "course_folder",
    command: "course-folder",
    summary: "make courses of folders of Markdown",
    description:
      "Makes each course in the folder what its files say (a folder with course.md, or folders with one each; " +
      "docs/course-folder.md describes them). All files are read before anything is written. Importing again changes " +
      "what has changed, and removes sections and lectures whose files are gone.",
    source: ["folder", "where the courses are"],
    example: "examples/courses",
  },
  {
    format: "course_json",
    command: "course-json",
    summary: "make courses of JSON",
    description:
      "Makes each course in a file of JSON, or in those of a folder, what the file says (docs/course-json.md describes " +
      "it). What a file leaves out stays as it is.",
    source: ["source", "a file, or a folder of files that end in .json"],
    example: "night-sky.json",
  },
  {
    format: "olx",
    command: "olx",
    summary: "make courses of exports of Open edX",
    description:
      "Makes a course of each export of Open edX (OLX): a tar.gz, or a folder with course.xml (docs/olx.md tells what " +
      "becomes of what). What has no place here is listed. Importing again changes what has changed.",
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
    .option("--dry-run", "only try: list what is wrong with each course, and keep nothing")
    .option("--create", "leave courses that are there already as they are, and list them")
    .addHelpText("after", `\nExample:\n  $ lectern import ${command} ${example}`)
    .action(
      action(async ({ config, open, output, now }, source: string, options: Options) => {
        const installation = await open();
        const site = await chooseSite(installation, options.site);
        const { create: createsOnly = false, dryRun = false } = options;
        const context = { ...asCli(installation, site, now), storage: openStorage(config), dryRun };
        const progress = showProgress(output, { courses: "Courses" });
        const outcome = await withUnpacked(source, (unpacked) =>
          importNow(context, { format, createsOnly }, unpacked, (part) => progress.show("courses", part)),
        ).finally(() => progress.end());
        if (dryRun) output.note("Only tried: nothing was kept.");
        tellOutcome(output, site.origin, outcome);
      }),
    );

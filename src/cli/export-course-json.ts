import type { Command } from "commander";
import { exportDocuments } from "#domain/course-json/export-documents.ts";
import { action } from "./action.ts";
import { asCli } from "./caller.ts";
import { chooseSite, siteOption } from "./choose-site.ts";
import { courseOf } from "./course-argument.ts";
import { openExportTarget } from "./export-target.ts";
import { UsageError } from "./failure.ts";

interface Options {
  site?: string;
  all?: boolean;
  output?: string;
}

export const addExportCourseJsonCommand = (exports: Command) =>
  exports
    .command("course-json")
    .summary("write courses as JSON")
    .description(
      "Writes a course with its plans and all that is in it as JSON (docs/course-json.md describes it), or a list of all " +
        "courses. The bytes of files are not in it. Importing it again changes nothing.",
    )
    .usage("[options] <course>\n       lectern export course-json [options] --all")
    .argument("[course]", "its slug or id")
    .addOption(siteOption())
    .option("--all", "every course of the site, instead of one")
    .option("--output <file>", "where to write (default: stdout)")
    .addHelpText("after", "\nExample:\n  $ lectern export course-json night-sky --output night-sky.json")
    .action(
      action(async ({ open, output, now }, course: string | undefined, options: Options) => {
        const { site, all = false, output: file } = options;
        if ((course === undefined) !== all) throw new UsageError("Expected a course, or --all.");
        const installation = await open();
        const context = asCli(installation, await chooseSite(installation, site), now);
        const target = await openExportTarget(file);
        try {
          const which = course === undefined ? "all" : courseOf(course);
          const slugs = await exportDocuments(context, which, (text) => target.write(text));
          await target.keep();
          for (const slug of slugs) output.note(slug);
        } finally {
          await target.close();
        }
      }),
    );

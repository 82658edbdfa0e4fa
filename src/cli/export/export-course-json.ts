import type { Command } from "commander";
import { exportDocuments } from "#domain/transfer/course-json/export-documents.ts";
import { action } from "../terminal/action.ts";
import { siteOption } from "../site/choose-site.ts";
import { courseOf } from "../arguments/course-argument.ts";
import { openExportTarget } from "./export-target.ts";
import { UsageError } from "../terminal/errors.ts";

interface Options {
  site?: string;
  all?: boolean;
  output?: string;
}

export const addExportCourseJsonCommand = (exports: Command) =>
  exports
    .command("course-json")
    .summary("export courses as JSON")
    .description(
      "Writes a course with its plans and contents as JSON (see docs/reference/course-json.md), or a list of all " +
        "courses. Files are referenced, not included. Importing the result changes nothing.",
    )
    .usage("[options] <course>\n       lectern export course-json [options] --all")
    .argument("[course]", "slug or ID of the course")
    .addOption(siteOption())
    .option("--all", "all courses of the site")
    .option("--output <file>", "output file (default: stdout)")
    .addHelpText("after", "\nExample:\n  $ lectern export course-json night-sky --output night-sky.json")
    .action(
      action(async ({ atSite, output }, course: string | undefined, options: Options) => {
        const { site, all = false, output: file } = options;
        if ((course === undefined) !== all) throw new UsageError("Expected a course, or --all.");
        const context = await atSite(site);
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

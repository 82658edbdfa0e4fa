import type { Command } from "commander";
import { exportCourses } from "#domain/transfer/course-folder/export-courses.ts";
import { textTable } from "#lib/text/text-table.ts";
import { action } from "../terminal/action.ts";
import { siteOption } from "../site/choose-site.ts";
import { courseOf } from "../arguments/course-argument.ts";
import { UsageError } from "../terminal/errors.ts";
import { openStorage } from "../database/storage.ts";

interface Options {
  site?: string;
  all?: boolean;
}

export const addExportCourseFolderCommand = (exports: Command) =>
  exports
    .command("course-folder")
    .summary("export courses as folders of Markdown")
    .description(
      "Writes a course with its contents into a folder named after its slug (see docs/reference/course-folder.md), or updates an " +
        "existing one. The result can be imported again, at this site or another.",
    )
    .usage("[options] <course> <folder>\n       lectern export course-folder [options] --all <folder>")
    .argument("<arguments...>", "slug or ID of the course, and the target folder")
    .addOption(siteOption())
    .option("--all", "all courses of the site")
    .addHelpText("after", "\nExample:\n  $ lectern export course-folder night-sky courses")
    .action(
      action(async ({ config, atSite, output }, args: string[], { site, all = false }: Options) => {
        const [course, folder] = all ? [undefined, args[0]] : args;
        if (folder === undefined || args.length !== (all ? 1 : 2)) {
          throw new UsageError(all ? "Expected only a folder with --all." : "Expected a course and a folder.");
        }
        const context = { ...(await atSite(site)), storage: openStorage(config) };
        const slugs = await exportCourses(context, course === undefined ? "all" : courseOf(course), folder, (slug) =>
          output.note(slug),
        );
        const answer = { site: context.site.origin, folder, courses: slugs.length };
        output.answer(
          { ...answer, slugs },
          textTable(Object.entries(answer).map(([name, value]) => [name, String(value)])),
        );
      }),
    );

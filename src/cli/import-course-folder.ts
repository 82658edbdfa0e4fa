import type { Command } from "commander";
import { importNow } from "#domain/imports/import-now.ts";
import { action } from "./action.ts";
import { asCli } from "./caller.ts";
import { chooseSite, siteOption } from "./choose-site.ts";
import { tellOutcome } from "./import-outcome.ts";
import { showProgress } from "./import-progress.ts";
import { openStorage } from "./storage.ts";

export const addImportCourseFolderCommand = (imports: Command) =>
  imports
    .command("course-folder")
    .summary("make courses of folders of Markdown")
    .description(
      "Makes each course in the folder what its files say (a folder with course.md, or folders with one each; " +
        "docs/course-folder.md describes them). All files are read before anything is written. Importing again changes " +
        "what has changed, and removes sections and lectures whose files are gone.",
    )
    .argument("<folder>", "where the courses are")
    .addOption(siteOption())
    .addHelpText("after", "\nExample:\n  $ lectern import course-folder examples/courses")
    .action(
      action(async ({ config, open, output, now }, folder: string, options: { site?: string }) => {
        const installation = await open();
        const site = await chooseSite(installation, options.site);
        const context = { ...asCli(installation, site, now), storage: openStorage(config) };
        const progress = showProgress(output, { courses: "Courses" });
        const outcome = await importNow(context, { format: "course_folder" }, folder, (part) =>
          progress.show("courses", part),
        ).finally(() => progress.end());
        tellOutcome(output, context.site.origin, outcome);
      }),
    );

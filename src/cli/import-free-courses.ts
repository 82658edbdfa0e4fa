import type { Command } from "commander";
import { importNow } from "#domain/imports/import-now.ts";
import { action } from "./action.ts";
import { asCli } from "./caller.ts";
import { chooseSite, siteOption } from "./choose-site.ts";
import { tellOutcome } from "./import-outcome.ts";
import { showProgress } from "./import-progress.ts";

export const addImportFreeCoursesCommand = (imports: Command) =>
  imports
    .command("free-courses")
    .summary("make courses of lists of links")
    .description(
      "Makes a course of each link in the lists of a folder (free-courses-en.md, free-courses-zh_TW.md, …), filed under " +
        "the headings that it stands under. Importing again changes what has changed in the lists; an import that was " +
        "interrupted goes on where it stood.",
    )
    .argument("<folder>", "where the lists are")
    .addOption(siteOption())
    .addHelpText("after", "\nExample:\n  $ lectern import free-courses ../shared/data/free-courses")
    .action(
      action(async ({ open, output, now }, folder: string, options: { site?: string }) => {
        const installation = await open();
        const context = asCli(installation, await chooseSite(installation, options.site), now);
        const progress = showProgress(output, { courses: "Courses" });
        const outcome = await importNow(context, { format: "free_courses" }, folder, (part) =>
          progress.show("courses", part),
        ).finally(() => progress.end());
        tellOutcome(output, context.site.origin, outcome);
      }),
    );

import { formatNumber } from "#lib/formats.ts";
import { type Command, InvalidArgumentError } from "commander";
import { importOulad } from "#domain/transfer/imports/oulad/import-oulad.ts";
import { textTable } from "#lib/text-table.ts";
import { action } from "./action.ts";
import { asCli } from "./caller.ts";
import { chooseSite, siteOption } from "./choose-site.ts";
import { showProgress } from "./import-progress.ts";

interface Options {
  site?: string;
  students?: number;
  startDate?: Date;
}

const stages = {
  courses: "Courses",
  students: "Students and enrollments",
  results: "Quizzes and assignments",
  clicks: "Clicks",
  places: "Last positions",
};

export const addImportOuladCommand = (imports: Command) =>
  imports
    .command("oulad")
    .summary("import the Open University Learning Analytics Dataset")
    .description(
      "Imports courses with their quizzes and assignments, students without passwords, enrollments, scores, and " +
        "progress from clicks (studentVle.csv, or studentVle.sample.csv if it is missing). " +
        "Existing records are kept. An interrupted import continues where it stopped.",
    )
    .argument("<folder>", "folder of the CSV files")
    .addOption(siteOption())
    .option("--students <number>", "import only the first students with their data", parseCount)
    .option("--start-date <day>", "start date of the first course (default: 2013-02-01)", parseDay)
    .addHelpText("after", "\nExample:\n  $ lectern import oulad oulad --students 1000")
    .action(
      action(async ({ open, output, now }, folder: string, { site, students, startDate }: Options) => {
        const installation = await open();
        const context = asCli(installation, await chooseSite(installation, site), now);
        const progress = showProgress(output, stages);
        const counts = await importOulad(context, folder, { students, startDate, onProgress: progress.show }).finally(
          () => progress.end(),
        );
        const table = Object.entries(counts).map(([kind, count]) => [kind, `${formatNumber("en", count)} new`]);
        output.answer({ site: context.site.origin, ...counts }, textTable([["site", context.site.origin], ...table]));
      }),
    );

function parseCount(text: string): number {
  const count = Number(text);
  if (Number.isSafeInteger(count) && count > 0) return count;
  throw new InvalidArgumentError("Expected a whole number from 1.");
}

function parseDay(text: string): Date {
  const day = new Date(`${text}T00:00:00.000Z`);
  if (/^\d{4}-\d\d-\d\d$/.test(text) && day.toJSON()?.startsWith(text)) return day;
  throw new InvalidArgumentError("Expected a date, like 2026-02-01.");
}

import { readdir } from "node:fs/promises";
import path from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { parseOrigin } from "#lib/settings/origin.ts";
import { UsageError } from "./terminal/errors.ts";
import { remoteAction } from "./terminal/remote-action.ts";

interface Options {
  out: string;
  origin: string;
  name: string;
}

export const addDocsCommand = (program: Command) =>
  program
    .command("docs")
    .summary("write the documentation as files for a website")
    .description(
      "Writes the documentation of /docs as HTML and Markdown with relative links and a search, for a website that " +
        "serves files only. Reads no database.",
    )
    .requiredOption("--out <folder>", "an empty folder, or a new one")
    .option("--origin <url>", "address of the school in the examples", originOf, "https://learn.school.example")
    .option("--name <name>", "name on the pages", "Lectern")
    .addHelpText("after", "\nExample:\n  $ lectern docs --out website/docs --origin https://demo.school.example")
    .action(
      remoteAction(async ({ output }, { out, origin, name }: Options) => {
        const folder = path.resolve(out);
        const existing = await readdir(folder).catch(() => []);
        if (existing.length > 0) throw new UsageError(`${folder} is not empty. Name an empty or a new folder.`);
        const { exportDocs } = await import("#server/docs-export/export-docs.ts");
        const files = await exportDocs(folder, { name, origin });
        output.answer({ folder, files }, `${files} files in ${folder}. Open index.html.`);
      }),
    );

function originOf(text: string): string {
  const parsed = parseOrigin(text);
  if (!parsed) throw new InvalidArgumentError("Expected an address like https://learn.school.example.");
  return parsed.origin;
}

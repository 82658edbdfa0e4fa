import type { Command } from "commander";
import { writeFormFile } from "#domain/content/forms/form-file.ts";
import { action } from "../terminal/action.ts";
import { siteOption } from "../site/choose-site.ts";
import { formDocument, requireNamed } from "./form-text.ts";

export const addFormShowCommand = (form: Command) =>
  form
    .command("show")
    .summary("print a form as a file for `form apply`")
    .argument("<slug>", "slug of the form")
    .addOption(siteOption())
    .addHelpText("after", "\nExample:\n  $ lectern form show spring-survey > spring-survey.yaml")
    .action(
      action(async ({ atSite, output }, slug: string, options: { site?: string }) => {
        const found = await requireNamed(await atSite(options.site), slug);
        const { descriptionMarkdown, fields } = found;
        output.answer({ ...formDocument(found), descriptionMarkdown, fields }, writeFormFile(found).trimEnd());
      }),
    );

import type { Command } from "commander";
import { closeForm, openForm } from "#domain/content/forms/form-states.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { action } from "../terminal/action.ts";
import { siteOption } from "../site/choose-site.ts";
import { formDocument, requireNamed, whereText } from "./form-text.ts";

export function addFormStateCommands(form: Command): void {
  addStateCommand(form, "open", "open a form for submissions", openForm);
  addStateCommand(form, "close", "close a form for submissions", closeForm);
}

const addStateCommand = (form: Command, name: "open" | "close", summary: string, operation: typeof openForm) =>
  form
    .command(name)
    .summary(summary)
    .argument("<slug>", "slug of the form")
    .addOption(siteOption())
    .addHelpText("after", `\nExample:\n  $ lectern form ${name} spring-survey --site https://learn.school.example`)
    .action(
      action(async ({ atSite, output }, slug: string, options: { site?: string }) => {
        const context = await atSite(options.site);
        const { id } = await requireNamed(context, slug);
        const changed = await perform(operation, context, { id: formatId("form", id) });
        output.answer(formDocument(changed), whereText(context.site.origin, changed));
      }),
    );

import type { Command } from "commander";
import { listForms } from "#domain/content/forms/list-forms.ts";
import { perform } from "#domain/platform/operation.ts";
import { textTable } from "#lib/text/text-table.ts";
import { action } from "../terminal/action.ts";
import { siteOption } from "../site/choose-site.ts";
import { formDocument } from "./form-text.ts";

export const addFormListCommand = (form: Command) =>
  form
    .command("list")
    .summary("list the forms of a site")
    .addOption(siteOption())
    .addHelpText("after", "\nExample:\n  $ lectern form list --site https://learn.school.example")
    .action(
      action(async ({ atSite, output }, options: { site?: string }) => {
        const context = await atSite(options.site);
        const data: ReturnType<typeof formDocument>[] = [];
        for (let cursor: string | null | undefined; cursor !== null;) {
          const requested = { sort: ["name"], limit: 200, ...(cursor && { cursor }) };
          const found = await perform(listForms, context, requested);
          data.push(...found.data.map(formDocument));
          cursor = found.page.nextCursor;
        }
        const rows = data.map((one) => [one.slug, one.name, one.status, one.audience, String(one.submissionCount)]);
        const headings = ["form", "name", "status", "audience", "answers"];
        output.answer({ data }, rows.length > 0 ? textTable(rows, headings) : "There are no forms yet.");
      }),
    );

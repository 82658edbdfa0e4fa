import { statSync } from "node:fs";
import type { Command } from "commander";
import { readText } from "#domain/transfer/imports/read-text.ts";
import { isAsDescribed, readFormFile } from "#domain/content/forms/form-file.ts";
import { findFormBySlug } from "#domain/content/forms/queries.ts";
import { createForm, updateForm } from "#domain/content/forms/save-form.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { action } from "../terminal/action.ts";
import { siteOption } from "../site/choose-site.ts";
import { UsageError } from "../terminal/errors.ts";
import { formDocument, requireNamed, whereText } from "./form-text.ts";

/** Bytes: sixty questions with a hundred choices each. */
const maxFile = 4 * 1024 * 1024;

export const addFormApplyCommand = (form: Command) =>
  form
    .command("apply")
    .summary("create or update a form from a file")
    .description(
      "Creates a form from a YAML or JSON file, as a draft, or updates the form with the same slug. Existing answers stay " +
        "readable: a field with answers keeps its type, and is retired if the file omits it.",
    )
    .argument(
      "<file>",
      "name, slug, audience, description_markdown, and fields with handle, label, kind, required, choices",
    )
    .addOption(siteOption())
    .addHelpText(
      "after",
      `
Kinds: text, long_text, email, phone, number, date, bool, choice, choices, and file (members only).

Example of a file:
  name: Spring survey
  slug: spring-survey
  audience: everybody   # or members
  description_markdown: Before the season begins.
  fields:
    - handle: name
      label: Your name
      kind: text
      required: true
    - handle: boats
      label: What do you sail?
      kind: choices
      choices: [Dinghy, Yawl]

Example:
  $ lectern form apply spring-survey.yaml --site https://learn.school.example`,
    )
    .action(
      action(async ({ atSite, output }, file: string, options: { site?: string }) => {
        if (statSync(file).size > maxFile) throw new UsageError(`${file} is too large for a form.`);
        const described = await readFormFile(file, readText(file));
        const context = await atSite(options.site);
        const existing = await findFormBySlug(context, described.slug);
        const outcome = existing ? (isAsDescribed(existing, described) ? "unchanged" : "updated") : "created";
        if (outcome === "created") await perform(createForm, context, described);
        if (existing && outcome === "updated") {
          await perform(updateForm, context, { ...described, id: formatId("form", existing.id) });
        }
        const saved = await requireNamed(context, described.slug);
        output.answer(
          { ...formDocument(saved), outcome },
          `${saved.name} (${saved.slug}) is ${outcome}.\n${whereText(context.site.origin, saved)}`,
        );
      }),
    );

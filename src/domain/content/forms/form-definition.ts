import * as z from "zod";
import { markdownUpTo, Name, Slug } from "#domain/platform/fields.ts";
import { trimmed } from "#lib/wire/trimmed.ts";
import { audiences, fieldKinds } from "./form.ts";

export const maxFields = 60;
export const maxChoices = 100;

const Choice = trimmed().min(1).max(200);

/** A question as input; its handle is derived from the label if omitted. */
export const Question = z
  .object({
    handle: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,39}$/, "Expected a lower-case letter, then letters, digits and _, like first_name.")
      .optional(),
    label: trimmed().min(1, "Expected a question.").max(200),
    kind: z.enum(fieldKinds),
    required: z.boolean().default(false),
    choices: z.array(Choice).max(maxChoices).optional(),
    /** Accepted because responses contain it. Ignored: answered fields stay in any case. */
    retired: z.boolean().optional(),
  })
  .superRefine(({ kind, choices = [] }, context) => {
    const wrong = (code: string, message: string) =>
      context.addIssue({ code: "custom", path: ["choices"], params: { code }, message });
    if (!hasChoices(kind)) {
      if (choices.length > 0) wrong("not_applicable", "Only a field of kind choice or choices can have choices.");
    } else if (choices.length === 0) wrong("required", "Expected at least one choice.");
    else if (new Set(choices).size < choices.length) wrong("duplicate", "Expected each choice once.");
  });
export type Question = z.output<typeof Question>;

export const hasChoices = (kind: string): boolean => kind === "choice" || kind === "choices";

/** Handles identify answers, so they must be unique. */
export function requireDistinctHandles(fields: readonly Question[], context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [index, { handle }] of fields.entries()) {
    if (handle === undefined) continue;
    if (seen.has(handle)) {
      const message = `Another field has the handle ${handle}.`;
      context.addIssue({ code: "custom", path: [index, "handle"], params: { code: "duplicate" }, message });
    }
    seen.add(handle);
  }
}

const Questions = z.array(Question).max(maxFields).superRefine(requireDistinctHandles);

const writable = {
  name: Name,
  slug: Slug,
  audience: z.enum(audiences),
  descriptionMarkdown: markdownUpTo(10_000),
  fields: Questions,
};

export const NewForm = z.object(writable).partial().required({ name: true });
export type NewForm = z.output<typeof NewForm>;

export const FormChanges = z.object(writable).partial();

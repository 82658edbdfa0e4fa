import { findFormBySlug } from "#domain/content/forms/queries.ts";
import type { FormRow } from "#domain/content/forms/form.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { Problem } from "#domain/platform/problem.ts";

export const formDocument = ({
  id,
  name,
  slug,
  status,
  audience,
  submissionCount,
}: Pick<FormRow, "id" | "name" | "slug" | "status" | "audience" | "submissionCount">) => ({
  id: formatId("form", id),
  name,
  slug,
  status,
  audience,
  submissionCount,
});

/** The public address of a form, or how to publish it. */
export const whereText = (origin: string, { slug, status }: Pick<FormRow, "slug" | "status">): string =>
  ({
    draft: `It is a draft. Open it: lectern form open ${slug}`,
    open: `It is open for submissions at ${origin}/forms/${slug}`,
    closed: `It is closed and accepts no submissions. Open it: lectern form open ${slug}`,
  })[status];

export async function requireNamed(context: RequestContext, slug: string): Promise<FormRow> {
  const form = await findFormBySlug(context, slug);
  if (form) return form;
  throw new Problem("not_found", `There is no form ${slug}. \`lectern form list\` lists all forms.`);
}

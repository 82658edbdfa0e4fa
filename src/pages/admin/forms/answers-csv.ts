import type { RequestContext } from "#domain/platform/context.ts";
import type { Answers, FormRow } from "#domain/content/forms/form.ts";
import { listFormSubmissions } from "#domain/content/forms/list-forms.ts";
import { formatId } from "#domain/platform/ids.ts";
import { listMembersById } from "#domain/people/members/members-by-id.ts";
import { perform } from "#domain/platform/operation.ts";
import { byteOrderMark, csvRecord } from "#lib/csv/csv-record.ts";
import { guard } from "#lib/csv/formula-guard.ts";
import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../text/catalogue.ts";
import { answerText } from "../../views/admin/forms/form-submissions.ts";

/**
 * Streams the submissions of a form as CSV, with a column for each current and removed question. Reads page by page.
 */
export async function* answersCsv(
  context: RequestContext,
  { id, fields }: Pick<FormRow, "id" | "fields">,
  locale: Locale,
): AsyncGenerator<string> {
  const { columns } = textFor(locale).admin.forms.submissions;
  const head = [columns.id, columns.when, columns.name, columns.email, ...fields.map(({ label }) => label)];
  yield byteOrderMark + csvRecord(head.map(cell));
  const requested = { id: formatId("form", id), limit: 200 };
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { data, page } = await perform(listFormSubmissions, context, { ...requested, ...(cursor && { cursor }) });
    const ids = data.flatMap(({ memberId }) => memberId ?? []);
    const people = new Map((await listMembersById(context, [...new Set(ids)])).map((person) => [person.id, person]));
    yield data
      .map(({ id: own, memberId, createdAt, answers, files }) => {
        const sent = filesOf(files);
        const { name, email } = people.get(memberId ?? "") ?? {};
        const who = [formatId("formSubmission", own), createdAt.toISOString(), name ?? "", email ?? ""];
        return csvRecord([...who.map(cell), ...fields.map(({ handle }) => answerCell(locale, answers[handle], sent))]);
      })
      .join("");
    cursor = page.nextCursor;
  }
}

const answerCell = (locale: Locale, value: Answers[string] | undefined, files: Files): string =>
  typeof value === "number" ? String(value) : cell(answerText(locale, value, files));

type Files = readonly { id: string; filename: string }[];

/** Returns the files with the ids used in submissions. */
export const filesOf = <File extends { id: string }>(files: readonly File[]): File[] =>
  files.map((file) => ({ ...file, id: formatId("file", file.id) }));

/** Escapes formulas (CSV injection). Empty cells stay empty. */
const cell = (text: string): string => (text === "" ? "" : guard(text));

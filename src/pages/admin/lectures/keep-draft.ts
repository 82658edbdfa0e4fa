import type { DraftFields, LectureDraft } from "#domain/catalog/curriculum/drafts/draft.ts";
import { newId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { FormFields } from "#lib/form-fields.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import type { FoundPage } from "../derived/addresses.ts";
import type { Field } from "../derived/fields.ts";
import { readCurrent } from "../derived/form-fields.ts";
import type { FormValues } from "../derived/form-values.ts";
import type { WireResult } from "../derived/load-operation.ts";
import { shownIn, shownText, submittedValues } from "../derived/submitted.ts";
import type { AdminPageRequest } from "../parts/page-request.ts";
import { digestsIn, fieldsOfGroups, fillWithDraft, groupsReplaced } from "./draft-form.ts";

/** The draft as a form showed it. */
interface SeenDraft {
  revision: number;
  /** Digests of the fields that it changed. */
  digests: Readonly<Record<string, string>>;
}

/** The value of the hidden field by which a form without a script says on which draft it is based. */
export const seenText = ({ revision, digests }: SeenDraft): string => `${revision} ${shownText(digests)}`;

/** The draft that a form is based on, as its page said it. Undefined for a page with a script. */
export const seenFieldIn = (form: FormFields): string | undefined => form.find(([name]) => name === "drafted")?.[1];

function seenIn(form: FormFields): SeenDraft {
  const [revision = "", ...digests] = (seenFieldIn(form) ?? "").split(" ");
  return { revision: Number(revision) || 0, digests: shownIn([["shown", digests.join(" ")]]) };
}

/** The form and a newer draft of the same person have different texts for these fields. */
export interface DraftClash {
  names: readonly string[];
  /** The fields of the newer draft. */
  theirs: DraftFields;
  /** The values to show: those of the form where the person has changed them, otherwise those of the newer draft. */
  values: FormValues;
  seen: SeenDraft;
  current: WireResult;
}

/** Attempts beside other windows of the same person. */
const maxAttempts = 5;

/**
 * Keeps the form as the draft of its editor, without a script. Fields that the person did not change in this window
 * follow the draft, which another window may have saved since. If both windows changed a field, nothing is saved.
 */
export async function keepDraft(
  { context, timeZone }: AdminPageRequest,
  page: FoundPage,
  fields: readonly Field[],
  form: FormFields,
): Promise<DraftClash | undefined> {
  const id = page.params["id"] ?? "";
  const typed = submittedValues(form);
  const mine = digestsIn({ fields, timeZone }, typed);
  const shown = shownIn(form);
  const seen = seenIn(form);
  const touched = Object.keys(mine).filter((name) => mine[name] !== (seen.digests[name] ?? shown[name]));
  const { findLectureDraft, saveLectureDraft } = await adminOperations.lectures();
  for (let attempt = 1; ; attempt++) {
    const { draft } = await perform(findLectureDraft, context, { id });
    const current = await readCurrent(context, page);
    const lecture = fillWithDraft({ fields, wire: current.wire, timeZone }, empty);
    const latest = fillWithDraft({ fields, wire: current.wire, timeZone }, draft);
    const now = digestsIn({ fields, timeZone }, latest.values);
    const isNewer = draft.revision !== seen.revision;
    const names = touched.filter(
      (name) =>
        isNewer &&
        name in draft.fields &&
        now[name] !== mine[name] &&
        now[name] !== (seen.digests[name] ?? shown[name]),
    );
    if (names.length > 0) {
      const values = groupsReplaced(latest.values, fieldsOfGroups(typed, touched));
      const digests = pick(now, Object.keys(draft.fields));
      return { names, theirs: draft.fields, values, seen: { revision: draft.revision, digests }, current };
    }
    const reverted = touched.filter((name) => mine[name] === lecture.shown[name]);
    const changed = touched.filter((name) => !reverted.includes(name));
    const { isSaved } = await perform(saveLectureDraft, context, {
      id,
      writer: newId(),
      revision: draft.revision,
      fields: fieldsOfGroups(typed, changed),
      shown: pick(shown, changed),
      reverted,
    });
    if (isSaved) return undefined;
    if (attempt === maxAttempts) throw new Problem("etag_mismatch", "Another window saves this draft. Try again.");
  }
}

const empty: Pick<LectureDraft, "fields" | "shown"> = { fields: {}, shown: {} };

const pick = (digests: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (name in digests ? [[name, digests[name] ?? ""]] : [])));

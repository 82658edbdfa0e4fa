import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { DraftFields, maxDraftCharacters } from "#domain/catalog/curriculum/drafts/draft.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/platform/rate-limits/require-within.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { sendJson } from "../../responses/send-json.ts";
import { findPage } from "../derived/addresses.ts";
import { formFieldsOf, readCurrent } from "../derived/form-fields.ts";
import { shownIn } from "../derived/submitted.ts";
import { type AdminPageRequest } from "../parts/page-request.ts";
import { postJson } from "../scripts/script-routes.ts";
import { lecturePaths } from "./addresses.ts";
import { fillWithDraft } from "./draft-form.ts";

/** Each character of a draft can be an escape sequence. */
const maxBodyBytes = 6 * maxDraftCharacters;

const Draft = z.object({
  writer: z.string(),
  revision: z.number(),
  /** The hidden field of the form with what it showed. */
  shown: z.string().max(10_000),
  fields: DraftFields,
});

/** Statuses by which the script tells refusals apart. */
const statuses: Readonly<Record<string, number>> = { not_found: 404, role_required: 403, rate_limited: 429 };

/**
 * POST /admin/lectures/{id}/draft: saves what an editor has typed as their draft, without a change of the lecture, and
 * says who else has the lecture open. For the script of the editor.
 */
export function lectureDraft(app: FastifyInstance): void {
  postJson(app, { path: lecturePaths.draft, maxBytes: maxBodyBytes }, async (pageRequest, body, request) => {
    const { reply } = pageRequest;
    const typed = Draft.safeParse(body).data;
    if (!typed) return sendJson(reply, {}, 422);
    try {
      return await sendJson(reply, await save(pageRequest, request.params.id, typed));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return sendJson(reply, {}, statuses[error.code] ?? 422);
    }
  });
}

async function save(pageRequest: AdminPageRequest, id: string, { shown, fields, ...typed }: z.output<typeof Draft>) {
  const { context, timeZone, session } = pageRequest;
  await requireWithin(context, limits.draftPerMember, session.memberId);
  const groups = Object.keys(fields);
  const digests = shownIn([["shown", shown]]);
  const shownDigests = Object.fromEntries(groups.flatMap((name) => (name in digests ? [[name, digests[name]]] : [])));
  // A value that is as it was again is no change.
  const same = groups.length === 0 ? [] : await findSame(pageRequest, id, { fields, shown: {}, timeZone });
  const { saveLectureDraft } = await adminOperations.lectures();
  const { draft, others, version, isSaved } = await perform(saveLectureDraft, context, {
    id,
    ...typed,
    fields: Object.fromEntries(Object.entries(fields).filter(([name]) => !same.includes(name))),
    shown: shownDigests,
    reverted: same,
  });
  return {
    isSaved,
    revision: draft.revision,
    version,
    isDraft: draft.savedAt !== null,
    others: others.map(({ name, isHere }) => ({ name, isHere })),
    // The text of another page of the same editor.
    ...(!isSaved && { fields: draft.fields }),
  };
}

/** Returns the fields that say what the lecture says. */
async function findSame(
  { context }: AdminPageRequest,
  id: string,
  draft: { fields: DraftFields; shown: Record<string, string>; timeZone: string },
): Promise<string[]> {
  const page = findPage(`/lectures/${id}/edit`);
  if (!page) return [];
  const { wire } = await readCurrent(context, page);
  const { changed } = fillWithDraft({ fields: await formFieldsOf(page), wire, timeZone: draft.timeZone }, draft);
  return Object.keys(draft.fields).filter((name) => !changed.includes(name));
}

import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { Id } from "#domain/platform/ids.ts";
import { byLecturersInPerson, operation } from "#domain/platform/operation.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import { requireLecture } from "#domain/catalog/curriculum/require-locked.ts";
import { versioned } from "#domain/platform/versioned.ts";
import * as queries from "./draft-queries.ts";
import {
  DraftFields,
  type LectureDraft,
  LectureDraft as Draft,
  maxDraftCharacters,
  ShownDigests,
  sizeOf,
} from "./draft.ts";

const Others = z.array(z.object({ name: z.string().nullable(), isHere: z.boolean(), savedAt: z.date().nullable() }));

/** The draft of an editor, and the names of the others. */
const Editing = versioned(z.object({ draft: Draft, others: Others, version: z.number().int() }));

const empty: LectureDraft = { fields: {}, shown: {}, revision: 0, writer: null, savedAt: null };

/** In person, by the roles with `curriculum:write`: a draft is what a browser has typed, and no program reads it. */
export const findLectureDraft = operation({
  name: "findLectureDraft",
  summary: "Retrieve the editor's draft of a lecture",
  reads: byLecturersInPerson,
  input: z.object({ id: Id("lecture") }),
  output: Editing,
  async run(context, { id }) {
    const { version } = await requireLecture(context, id);
    const { memberId } = requireSession(context);
    const draft = (await queries.findDraft(context, id, memberId)) ?? empty;
    return { draft, others: await queries.listOthers(context, id, memberId, context.now), version };
  },
});

export const saveLectureDraft = operation({
  name: "saveLectureDraft",
  summary: "Save the editor's draft of a lecture",
  description:
    "Changes the given fields of the draft, and nothing that students see. Without fields, it only reports that the " +
    "editor has the lecture open. If another page of the same editor has changed the draft since `revision`, nothing is " +
    "saved, and the output has the draft of that page.",
  writes: byLecturersInPerson,
  input: z.object({
    id: Id("lecture"),
    /** The page that writes. */
    writer: z.string().regex(/^[\w-]{8,40}$/),
    /** The revision that the page has seen. */
    revision: z.number().int().min(0).max(2_000_000_000),
    fields: DraftFields,
    shown: ShownDigests,
    /** Fields that are as they were again. */
    reverted: z.array(z.string().regex(/^\w{1,60}$/)).max(100),
  }),
  output: versioned(Editing.extend({ isSaved: z.boolean() })),
  async run(context, { id, fields, reverted, ...input }) {
    const { version } = await requireLecture(context, id);
    const { memberId } = requireSession(context);
    const lectureId = id;
    const existing = await queries.lockDraft(context, id, memberId, context.now);
    const isSaved = existing.revision === input.revision || existing.writer === input.writer;
    const isChange = Object.keys(fields).length > 0 || reverted.length > 0;
    const draft = isSaved && isChange ? changed(existing, { fields, reverted, ...input }, context.now) : existing;
    const changes = draft === existing ? {} : draft;
    await queries.storeDraft(context, { lectureId, memberId, seenAt: context.now, ...changes });
    if (draft !== existing && existing.savedAt === null) await queries.emptyOldest(context, memberId);
    return { draft, others: await queries.listOthers(context, id, memberId, context.now), version, isSaved };
  },
  unaudited: "of no effect for others: the publication of the draft has an entry",
});

interface Change extends Pick<LectureDraft, "fields" | "shown"> {
  writer: string;
  revision: number;
  reverted: readonly string[];
}

/** A field keeps the digest of the value that the form showed when the editor began to change it. */
function changed(existing: LectureDraft, { fields, shown, writer, reverted }: Change, now: Date): LectureDraft {
  const remaining = without({ ...existing.fields, ...fields }, reverted);
  const size = sizeOf(remaining);
  if (size > maxDraftCharacters) {
    throw validationFailed(
      "/fields",
      "too_long",
      `A draft has at most ${maxDraftCharacters} characters, and this one ${size}.`,
    );
  }
  const digests = Object.keys(remaining).flatMap((name) => {
    const digest = shown[name] ?? existing.shown[name];
    return digest === undefined ? [] : [[name, digest] as const];
  });
  return {
    fields: remaining,
    shown: Object.fromEntries(digests),
    revision: existing.revision + 1,
    writer,
    savedAt: Object.keys(remaining).length === 0 ? null : now,
  };
}

const without = <Value>(record: Readonly<Record<string, Value>>, names: readonly string[]): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

export const discardLectureDraft = operation({
  name: "discardLectureDraft",
  summary: "Discard the editor's draft of a lecture",
  description: "After publication, `published` keeps what another page of the editor has typed since.",
  writes: byLecturersInPerson,
  input: z.object({ id: Id("lecture"), published: DraftFields.optional() }),
  output: z.object({}),
  async run(context, { id, published }) {
    await requireLecture(context, id);
    await discard(context, id, published);
    return {};
  },
  unaudited: "of no effect for others",
});

async function discard(context: Context, lectureId: string, published: DraftFields | undefined): Promise<void> {
  const { memberId } = requireSession(context);
  const existing = await queries.findDraft(context, lectureId, memberId);
  if (!existing || existing.savedAt === null) return;
  const { fields, shown, revision, writer } = await queries.lockDraft(context, lectureId, memberId, context.now);
  const done = Object.keys(fields).filter((name) => !published || isEqual(fields[name], published[name]));
  const unpublished = without(fields, done);
  const isEmpty = Object.keys(unpublished).length === 0;
  await queries.storeDraft(context, {
    lectureId,
    memberId,
    seenAt: context.now,
    fields: unpublished,
    shown: without(shown, done),
    revision: revision + 1,
    writer: isEmpty ? null : writer,
    savedAt: isEmpty ? null : context.now,
  });
}

/** The draft has the fields that its page had, and the submitted form may have more. */
const isEqual = (kept: Readonly<Record<string, string>> = {}, published: Readonly<Record<string, string>> = {}) =>
  Object.entries(kept).every(([name, value]) => (published[name] ?? "") === value);

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type * as z from "zod";
import { providerOf } from "#domain/catalog/curriculum/lectures/video.ts";
import type { previewLecture } from "#domain/learning/learning-pages/preview-lecture.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import type { FormFields } from "#lib/form-fields.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { fieldsOf } from "../../forms/submitted-fields.ts";
import { markDraftSaved } from "../../islands/saved-drafts.ts";
import type { Exercise } from "../../views/admin/lectures/exercise.ts";
import type { PlayedFile } from "../../views/admin/lectures/fields-of-kind.ts";
import { lectureEditor, ownNotices } from "../../views/admin/lectures/editor.ts";
import { type FoundPage } from "../derived/addresses.ts";
import { noticeIn } from "../derived/after-write.ts";
import type { Field } from "../derived/fields.ts";
import { formFieldsOf, readCurrent } from "../derived/form-fields.ts";
import { sendForm, submitForm } from "../derived/form.ts";
import type { HandMadeForm } from "../derived/hand-made-form.ts";
import { shownIn, shownText, submittedValues } from "../derived/submitted.ts";
import { type AdminPageRequest } from "../parts/page-request.ts";
import type { FormPageRequest } from "../derived/form-routes.ts";
import { editorRoutes } from "./editor-routes.ts";
import { lectureAddress, lecturePaths } from "./addresses.ts";
import { readPlace } from "./read-place.ts";
import { digestsIn, fieldsOfGroups, fillWithDraft } from "./draft-form.ts";
import { type DraftClash, keepDraft, seenFieldIn, seenText } from "./keep-draft.ts";

/** The page of the derived form, whose fields the editor has. */
const { getPage, postForm } = editorRoutes.extend<FormPageRequest & { fields: readonly Field[] }>(
  async (pageRequest, show) => show({ ...pageRequest, fields: await formFieldsOf(pageRequest.page) }),
);

/** GET and POST /admin/lectures/{id}/edit: the form of a lecture with the draft of its editor. */
export function lectureEditorPage(app: FastifyInstance): void {
  getPage(app, lecturePaths.edit, async (pageRequest, request) => {
    const { page, fields } = pageRequest;
    const { id } = request.params;
    const { context, timeZone } = pageRequest;
    const current = await readCurrent(context, page);
    const { findLectureDraft } = await adminOperations.lectures();
    const { draft } = await perform(findLectureDraft, context, { id });
    const { values, shown, changed } = fillWithDraft({ fields, wire: current.wire, timeZone }, draft);
    const form: FormFields = [
      ["version", String(current.version)],
      ["shown", shownText(shown)],
    ];
    const dress = dressOf(pageRequest, page, { changed, query: request.query });
    return sendForm(pageRequest, page, { fields, values, current, problems: new Map(), form }, dress);
  });

  postForm(app, { path: lecturePaths.edit, fields: completed }, async (pageRequest, _form, request) => {
    const { page, fields } = pageRequest;
    const { id } = request.params;
    const form = completed(request);
    const here = lectureAddress("edit", id);
    if (form.some(([name, value]) => name === "act" && value === "keep")) return keep(pageRequest, page, fields, form);
    const changed = changedIn(pageRequest, fields, form);
    return submitForm(
      pageRequest,
      page,
      form,
      {},
      {
        ...dressOf(pageRequest, page, { changed, query: {}, drafted: seenFieldIn(form) }),
        async after(notice) {
          // Ends before the response, so that the next page shows the lecture. What another page has typed since stays.
          const published = fieldsOfGroups(
            submittedValues(form),
            fields.map(({ name }) => name),
          );
          const { discardLectureDraft } = await adminOperations.lectures();
          await perform(discardLectureDraft, pageRequest.context, { id, published });
          return `${here}?done=${notice}`;
        },
      },
    );
  });
}

const completed = (request: FastifyRequest): FormFields => withProvider(asPublished(fieldsOf(request)));

/** The second button saves the lecture and publishes it. */
const asPublished = (form: FormFields): FormFields =>
  form.some(([name, value]) => name === "act" && value === "live")
    ? [...form.filter(([name]) => name !== "status"), ["status", "published"]]
    : form;

/** The address of a video names its provider: people need not choose it. */
function withProvider(form: FormFields): FormFields {
  const valueOf = (wanted: string) => form.find(([name]) => name === wanted)?.[1] ?? "";
  const provider = valueOf("video.provider") === "" ? providerOf(valueOf("video.external_url").trim()) : undefined;
  if (provider === undefined) return form;
  return [...form.filter(([name]) => name !== "video.provider"), ["video.provider", provider]];
}

/** Returns the fields that the form changes, compared with what it showed. */
function changedIn({ timeZone }: AdminPageRequest, fields: readonly Field[], form: FormFields): string[] {
  const shown = shownIn(form);
  const digests = digestsIn({ fields, timeZone }, submittedValues(form));
  return Object.keys(digests).filter((name) => digests[name] !== shown[name]);
}

/** Keeps the form as a draft, without a script. Shows it again if another window has saved other texts. */
async function keep(
  pageRequest: AdminPageRequest,
  page: FoundPage,
  fields: readonly Field[],
  form: FormFields,
): Promise<FastifyReply> {
  const clash = await keepDraft(pageRequest, page, fields, form);
  if (!clash) {
    markDraftSaved(pageRequest, form);
    return pageRequest.reply.redirect(`${lectureAddress("edit", page.params["id"] ?? "")}?done=kept`, 303);
  }
  const { values, current } = clash;
  const shown = shownIn(form);
  const digests = digestsIn({ fields, timeZone: pageRequest.timeZone }, values);
  const changed = Object.keys(digests).filter((name) => digests[name] !== shown[name]);
  const dress = dressOf(pageRequest, page, { changed, query: {}, drafted: seenText(clash.seen), clash });
  return sendForm(pageRequest, page, { fields, values, current, problems: new Map(), form, status: 409 }, dress);
}

interface Shown {
  changed: readonly string[];
  query: Readonly<Record<string, unknown>>;
  /** The draft that the form is based on, if not the stored one. */
  drafted?: string | undefined;
  clash?: DraftClash;
}

/** The page around the form: the place in the course, the draft and the other editors. */
const dressOf = (
  pageRequest: AdminPageRequest,
  page: FoundPage,
  { changed, query, drafted, clash }: Shown,
): HandMadeForm => ({
  async view(adminPage, form) {
    const { context, timeZone } = pageRequest;
    const id = page.params["id"] ?? "";
    const { findLectureDraft, previewLecture } = await adminOperations.lectures();
    const editing = await perform(findLectureDraft, context, { id });
    const digests = digestsIn({ fields: form.fields, timeZone }, form.form.values);
    const drafts = Object.fromEntries(Object.entries(digests).filter(([name]) => name in editing.draft.fields));
    const preview = await perform(previewLecture, context, { id });
    return lectureEditor(adminPage, {
      id,
      form,
      changed,
      ...editing,
      drafted: drafted ?? seenText({ revision: editing.draft.revision, digests: drafts }),
      clash,
      place: await readPlace(context, id),
      files: preview.lecture.attachments.map(({ id: attachment, kind, title }) => ({
        id: formatId("attachment", attachment),
        kind,
        title,
      })),
      exercise: exerciseIn(preview),
      played: playedFileOf(preview.lecture),
      notice: ownNotices.find((name) => name === query["done"]) ?? noticeIn(query),
    });
  },
});

type Preview = z.output<typeof previewLecture.output>;

function exerciseIn({ lecture: { lecture }, quiz, assignment }: Preview): Exercise | undefined {
  if (lecture.kind === "quiz") return { kind: "quiz", questions: quiz?.questions ?? [] };
  if (lecture.kind !== "assignment") return undefined;
  return { kind: "assignment", instructionsHtml: assignment?.instructionsHtml ?? "" };
}

/** Streams and videos of other providers play in the preview. */
function playedFileOf({ video, lecture: { kind } }: Preview["lecture"]): PlayedFile | undefined {
  return video?.file ? { kind: kind === "audio" ? "audio" : "video", url: video.file.url } : undefined;
}

import type { FastifyInstance } from "fastify";
import { listAttachments } from "#domain/catalog/curriculum/attachments/list-attachments.ts";
import { createAttachment, updateAttachment } from "#domain/catalog/curriculum/attachments/save-attachment.ts";
import { maxAttachments } from "#domain/catalog/curriculum/attachments/attachment.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { FormFields } from "#lib/form-fields.ts";
import { fieldsOf } from "../../forms/submitted-fields.ts";
import { sendJson } from "../../responses/send-json.ts";
import { submitForm } from "../derived/form.ts";
import { performForm } from "../parts/perform-once.ts";
import { type AdminPageRequest } from "../parts/page-request.ts";
import { postForm } from "../parts/routes.ts";
import { refuseScript, wantsJson } from "../scripts/script-routes.ts";
import { editorRoutes } from "./editor-routes.ts";
import { lectureAddress, lecturePaths } from "./addresses.ts";
import { getFile } from "#domain/files/files/list-files.ts";
import { imageTypes } from "#lib/files/media-type.ts";
import type { RequestContext } from "#domain/platform/context.ts";

/**
 * POST /admin/lectures/{id}/files: adds an uploaded file to a lecture, or moves an attachment. POST
 * /admin/lectures/{id}/attachments/new: the derived form, which takes type and title from its file.
 */
export function lectureFiles(app: FastifyInstance): void {
  postForm(app, { path: lecturePaths.files, formAt, stale: refuseScript }, async (pageRequest, form, request) => {
    const { reply } = pageRequest;
    const { id } = request.params;
    const editor = formAt(request.params);
    const [act = "", attachment = ""] = (form.get("act") ?? "").split(":", 2);
    try {
      if (act === "add") await addFile(pageRequest, id, form.get("file_id") ?? "");
      else await move(pageRequest, { lectureId: id, id: attachment, by: act === "up" ? -1 : 1 });
    } catch (error) {
      if (!(error instanceof Problem) || !wantsJson(request)) throw error;
      return sendJson(reply, { detail: error.message }, 422);
    }
    return wantsJson(request) ? sendJson(reply, {}) : reply.redirect(`${editor}?done=saved#files`, 303);
  });

  editorRoutes.postForm(app, lecturePaths.newAttachment, async (pageRequest, _form, request) =>
    submitForm(pageRequest, pageRequest.page, await withFile(pageRequest, fieldsOf(request))),
  );
}

const formAt = ({ id }: { id: string }) => lectureAddress("edit", id);

/** A file that the lecture has already is not added again. */
async function addFile({ context, request }: AdminPageRequest, lectureId: string, fileId: string): Promise<void> {
  const file = await attachedFileOf(context, fileId);
  if (!file) throw new Problem("not_found", "The file was deleted, or belongs to another person.");
  const { data } = await perform(listAttachments, context, { lectureId, limit: maxAttachments });
  if (data.some((one) => one.fileId !== null && formatId("file", one.fileId) === fileId)) return;
  await performForm({ context, request }, createAttachment, { lectureId, fileId, ...file });
}

async function move(
  { context, request }: AdminPageRequest,
  { lectureId, id, by }: { lectureId: string; id: string; by: 1 | -1 },
): Promise<void> {
  const { data } = await perform(listAttachments, context, { lectureId, limit: maxAttachments });
  const index = data.findIndex((one) => formatId("attachment", one.id) === id);
  const position = index + by;
  if (index === -1 || position < 0 || position >= data.length) return;
  await performForm({ context, request }, updateAttachment, { id, position });
}

/** Fills in the type and the title that a form leaves open. */
async function withFile({ context }: AdminPageRequest, form: FormFields): Promise<FormFields> {
  const valueOf = (name: string) => form.find(([key]) => key === name)?.[1].trim() ?? "";
  const fileId = valueOf("file_id");
  const missing = (["kind", "title"] as const).filter((name) => valueOf(name) === "");
  const file = fileId === "" || missing.length === 0 ? undefined : await attachedFileOf(context, fileId);
  if (!file) return form;
  const open: ReadonlySet<string> = new Set(missing);
  return [...form.filter(([name]) => !open.has(name)), ...missing.map((name) => [name, file[name]] as const)];
}

/** Type and title of an attachment, as its file suggests. */
interface AttachedFile {
  kind: "image" | "video" | "audio" | "pdf" | "file";
  title: string;
}

const maxTitleLength = 200;

/** Returns undefined for a file that the person may not see. */
async function attachedFileOf(context: RequestContext, id: string): Promise<AttachedFile | undefined> {
  try {
    const { contentType, filename } = await perform(getFile, context, { id });
    return { kind: kindOf(contentType), title: titleOf(filename) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return undefined;
  }
}

function kindOf(type: string): AttachedFile["kind"] {
  if (imageTypes.some((each) => each === type)) return "image";
  if (type === "application/pdf") return "pdf";
  const [family = ""] = type.split("/", 1);
  return family === "video" || family === "audio" ? family : "file";
}

/** The name of the file without its ending, with spaces. */
function titleOf(filename: string): string {
  const name = filename
    .replace(/\.[A-Za-z0-9]{1,8}$/, "")
    .replaceAll("_", " ")
    .trim();
  return (name === "" ? filename : name).slice(0, maxTitleLength).toWellFormed();
}

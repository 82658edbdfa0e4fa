import type { FastifyInstance, FastifyReply } from "fastify";
import { Problem } from "#domain/platform/problem.ts";
import { fieldsOf } from "../../forms/submitted-fields.ts";
import { sendPage } from "../../responses/send.ts";
import { textFor } from "../../text/catalogue.ts";
import { outlinePage, type OutlinePage } from "../../views/admin/courses/outline.ts";
import type { Outline } from "../../views/admin/courses/outline-parts.ts";
import { removeSection as removeSectionPage } from "../../views/admin/courses/remove-section.ts";
import { fillPlain } from "../../views/parts/markup.ts";
import { askFirst } from "../parts/ask-first.ts";
import { type AdminPageRequest, derivedPageOf } from "../parts/page-request.ts";
import { getPage, postForm } from "../parts/routes.ts";
import { actOnSelected } from "./act-on-selected.ts";
import { type Act, type ActResult, type Asked, findPart, type OutlineNotice, reasonOf, refused } from "./act.ts";
import { coursePaths, outlineAddress } from "./addresses.ts";
import { addLecture, addSection, changeSection, removeSection, rename } from "./change-part.ts";
import { moveBefore, moveByOne, undo } from "./move-part.ts";
import { readOutline } from "./read-outline.ts";
import { answerReading } from "./outline-reading.ts";
import { refuseScript, wantsJson } from "../scripts/script-routes.ts";
import { answerScript } from "./outline-script.ts";
import { undoSteps, undoText } from "./undo.ts";

interface Query {
  done?: string;
  count?: string;
  undo?: string;
  rename?: string;
}

/** GET and POST /admin/courses/{course}/outline: the sections and lectures of a course. */
export function outlinePages(app: FastifyInstance): void {
  getPage(app, coursePaths.outline, async (pageRequest, request) => {
    const outline = await readOutline(pageRequest.context, request.params.course);
    return show(pageRequest, outline, {
      notice: noticeIn(pageRequest, request.query),
      failures: [],
      renaming: request.query.rename === undefined ? undefined : { id: request.query.rename },
    });
  });

  postForm(app, { path: coursePaths.outline, stale: refuseScript }, async (pageRequest, _form, request) => {
    const isForScript = wantsJson(request);
    const outline = await readOutline(pageRequest.context, request.params.course);
    const act = actOf(pageRequest, outline);
    if (isForScript && act.fields.get("act") === "read") return answerReading(act);
    const result = await resultOf(act);
    if (isForScript) return answerScript(act, result);
    return answer(act, result);
  });
}

function actOf(pageRequest: AdminPageRequest, outline: Outline): Act {
  const fields = new Map(fieldsOf(pageRequest.request));
  const lectures = outline.sections.flatMap((section) => section.lectures.map(({ id }) => id));
  return {
    pageRequest,
    locale: derivedPageOf(pageRequest, "/courses").locale,
    outline,
    fields,
    selected: lectures.filter((id) => fields.get(`row.${id}`) === "on"),
  };
}

async function resultOf(act: Act): Promise<ActResult> {
  try {
    return await performAct(act);
  } catch (error) {
    if (!(error instanceof Problem) || error.code === "role_required" || error.code === "insufficient_scope")
      throw error;
    return refused(reasonOf(act.locale, error), error.code === "etag_mismatch" ? 409 : 422);
  }
}

/** The buttons of a row have its ID as their value, others have one name. */
function performAct(act: Act): Promise<ActResult> {
  const { fields } = act;
  const [button, id] = rowButtons.map((name) => [name, fields.get(name)] as const).find(([, value]) => value) ?? [];
  if (button !== undefined && id !== undefined) return onRow(act, button, id);
  switch (fields.get("act") ?? "") {
    case "add-section":
      return addSection(act);
    case "add-lecture":
      return addLecture(act);
    case "rename":
      return rename(act);
    case "place":
      return moveBefore(act);
    case "undo":
      return undo(act);
    default:
      return actOnSelected(act, fields.get("act") ?? "");
  }
}

const rowButtons = ["up", "down", "publish-section", "unpublish-section", "delete-section"] as const;

function onRow(act: Act, button: (typeof rowButtons)[number], id: string): Promise<ActResult> {
  switch (button) {
    case "up":
      return moveByOne(act, id, -1);
    case "down":
      return moveByOne(act, id, 1);
    case "delete-section":
      return removeSection(act, id);
    case "publish-section":
    case "unpublish-section":
      return changeSection(act, id, button === "publish-section" ? "published" : "draft");
  }
}

async function answer(act: Act, result: ActResult): Promise<FastifyReply> {
  const { pageRequest, outline } = act;
  const { reply } = pageRequest;
  const address = outlineAddress(outline.courseId);
  if (result.kind === "asked") return ask(act, result);
  if (result.kind === "refused") {
    const failures = [result.text];
    const now = await readOutline(pageRequest.context, outline.courseId);
    return show(pageRequest, now, { notice: undefined, failures, renaming: result.renaming, status: result.status });
  }
  const { notice, count, failures = [], part } = result;
  const undoing = undoText(result.undo);
  if (failures.length > 0) {
    const now = await readOutline(pageRequest.context, outline.courseId);
    const undoNotice = { text: noticeText(pageRequest, notice, count), undo: undoing };
    return show(pageRequest, now, { notice: undoNotice, failures, renaming: undefined, status: 422 });
  }
  const query = new URLSearchParams({ done: notice, count: String(count), ...(undoing && { undo: undoing }) });
  return reply.redirect(`${address}?${query.toString()}${part === undefined ? "" : `#${part}`}`, 303);
}

function ask({ pageRequest, locale, outline, selected }: Act, { about }: Asked): FastifyReply {
  const page = derivedPageOf(pageRequest, "/courses");
  const address = outlineAddress(outline.courseId);
  if (about !== "lectures") {
    return sendPage(pageRequest.reply, removeSectionPage(page, { outline, section: about, address }));
  }
  const { remove } = textFor(locale).admin.outline;
  return askFirst(pageRequest, page, {
    title: fillPlain(remove.many, { count: String(selected.length) }),
    consequence: remove.aboutMany,
    act: remove.act,
    back: address,
  });
}

const noticeText = (pageRequest: AdminPageRequest, notice: OutlineNotice, count: number): string => {
  const { notices } = textFor(derivedPageOf(pageRequest, "/courses").locale).admin.outline;
  return fillPlain(notices[notice], { count: String(count) });
};

function noticeIn(
  pageRequest: AdminPageRequest,
  { done, count = "1", undo: steps = "" }: Query,
): OutlinePage["notice"] {
  const { notices } = textFor(derivedPageOf(pageRequest, "/courses").locale).admin.outline;
  if (done === undefined || !Object.hasOwn(notices, done)) return undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A key of the object.
  const text = noticeText(pageRequest, done as OutlineNotice, Number(count) || 0);
  return { text, undo: undoText(undoSteps(steps)) };
}

function show(
  pageRequest: AdminPageRequest,
  outline: Outline,
  { status = 200, ...view }: Omit<OutlinePage, "outline" | "address"> & { status?: number },
): FastifyReply {
  const renaming = view.renaming && findPart(outline, view.renaming.id) && outline.mayWrite ? view.renaming : undefined;
  const address = outlineAddress(outline.courseId);
  const page = derivedPageOf(pageRequest, "/courses");
  return sendPage(pageRequest.reply, outlinePage(page, { ...view, renaming, outline, address }), { status });
}

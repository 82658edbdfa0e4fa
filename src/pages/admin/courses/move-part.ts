import { moveLecture, restoreLecture } from "#domain/catalog/curriculum/lectures/save-lecture.ts";
import { restoreSection, updateSection } from "#domain/catalog/curriculum/sections/save-section.ts";
import { textFor } from "../../text/catalogue.ts";
import { performForm, performFormOnce, keyIn } from "../parts/perform-once.ts";
import { fieldsOf } from "../../forms/submitted-fields.ts";
import { type Act, type ActResult, done, findPart, type Placed, refused } from "./act.ts";
import { undoSteps, type UndoStep } from "./undo.ts";

const gone = ({ locale }: Act): ActResult => refused(textFor(locale).admin.outline.problems.moved, 409);

const placeOf = ({ kind, id, section, position }: Placed): UndoStep => ({
  kind: "move",
  id,
  section: kind === "section" ? "" : section.id,
  position,
});

/** Moves a section or a lecture one step up or down. A lecture leaves its section at the ends. */
export async function moveByOne(act: Act, id: string, by: -1 | 1): Promise<ActResult> {
  const part = findPart(act.outline, id);
  if (!part) return gone(act);
  const { sections } = act.outline;
  const to = part.position + by;
  if (part.kind === "section") {
    return to < 0 || to >= sections.length ? done("none", { part: id }) : place(act, part, part.section.id, to);
  }
  if (to >= 0 && to < part.section.lectures.length) return place(act, part, part.section.id, to);
  const next = sections[sections.indexOf(part.section) + by];
  return next ? place(act, part, next.id, by === 1 ? 0 : next.lectures.length) : done("none", { part: id });
}

/**
 * Moves a part before another one, or to the end: what others have moved in between does not change the place. `from`
 * is the section that the person saw.
 */
export async function moveBefore(act: Act): Promise<ActResult> {
  const { fields, outline } = act;
  const part = findPart(outline, fields.get("part") ?? "");
  const before = fields.get("before") ?? "";
  if (!part) return gone(act);
  if (part.kind === "section") {
    const otherIds = outline.sections.filter(({ id }) => id !== part.id).map(({ id }) => id);
    const position = before === "" ? otherIds.length : otherIds.indexOf(before);
    return position < 0 ? gone(act) : place(act, part, part.id, position);
  }
  const target = outline.sections.find(({ id }) => id === fields.get("section"));
  if (!target || part.section.id !== (fields.get("from") ?? part.section.id)) return gone(act);
  const otherIds = target.lectures.filter(({ id }) => id !== part.id).map(({ id }) => id);
  const position = before === "" ? otherIds.length : otherIds.indexOf(before);
  return position < 0 ? gone(act) : place(act, part, target.id, position);
}

async function place(act: Act, part: Placed, section: string, position: number): Promise<ActResult> {
  const { id } = part;
  if (part.kind === "section") await performForm(act.pageRequest, updateSection, { id, position });
  else await performForm(act.pageRequest, moveLecture, { id, sectionId: section, position });
  return done("moved", { part: id, undo: [placeOf(part)] });
}

/** The places of lectures before an act, so that it can be undone. */
export const placesOf = ({ outline }: Act, ids: readonly string[]): UndoStep[] =>
  ids.flatMap((id) => {
    const part = findPart(outline, id);
    return part ? [placeOf(part)] : [];
  });

/** Undoes the last act: in the order of the outline, so that each part finds its place. */
export async function undo(act: Act): Promise<ActResult> {
  const fields = fieldsOf(act.pageRequest.request);
  const steps = undoSteps(act.fields.get("undo") ?? "");
  for (const [index, step] of steps.entries()) {
    const { id } = step;
    const isSection = id.startsWith("sec_");
    const once = {
      key: `${keyIn(fields)}-${index}`,
      request: step,
      answer: () => ({ status: 200, body: {} }),
    };
    const { context } = act.pageRequest;
    if (step.kind === "restore" && isSection) await performFormOnce(restoreSection, context, { id }, once);
    else if (step.kind === "restore") await performFormOnce(restoreLecture, context, { id }, once);
    else if (isSection) {
      await performFormOnce(updateSection, context, { id, position: step.position }, once);
    } else {
      await performFormOnce(moveLecture, context, { id, sectionId: step.section, position: step.position }, once);
    }
  }
  return steps.length === 0 ? done("none") : done("undone", { part: steps[0]?.id });
}

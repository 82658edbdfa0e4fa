/*
 * The steps that undo the last act, as a text in the address of the next page: `lec_a:sec_b:3` moves a lecture back,
 * `sec_a::3` a section, and an ID alone restores what was deleted. Joined by dots.
 */

/** Parts of a text. More are not offered to undo. */
export const maxUndone = 50;

export type UndoStep =
  | { kind: "restore"; id: string }
  | { kind: "move"; id: string; section: string; position: number };

const step = /^((?:lec|sec)_[0-9a-z]{26})(?::((?:sec_[0-9a-z]{26})?):(\d{1,6}))?$/;

/** Returns undefined if there are none, or too many. */
export const undoText = (steps: readonly UndoStep[]): string | undefined =>
  steps.length === 0 || steps.length > maxUndone
    ? undefined
    : steps.map((one) => (one.kind === "restore" ? one.id : `${one.id}:${one.section}:${one.position}`)).join(".");

/** Reads such a text. Anything else is no step. */
export function undoSteps(text: string): UndoStep[] {
  if (text.length > maxUndone * 80) return [];
  return text.split(".").flatMap((part): UndoStep[] => {
    const [, id, section, position] = step.exec(part) ?? [];
    if (id === undefined) return [];
    return position === undefined
      ? [{ kind: "restore", id }]
      : [{ kind: "move", id, section: section ?? "", position: Number(position) }];
  });
}

import { table } from "#database/table/table.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";

/** Seconds in which a grade from the browser can be undone. The student is notified afterwards. */
export const holdSeconds = 60;

/**
 * A grade that the student does not see yet. `undone`: it was taken back, and the form shows it again. `refused`: the
 * submission had changed when the time was over.
 */
export interface HeldGrade {
  state: "waiting" | "undone" | "refused";
  /** Tells it from a later grade of the same submission. */
  key: string;
  status: "graded" | "returned";
  score: number | null;
  /** Null: the stored feedback stays. */
  feedback: string | null;
  /** The version of the submission that was graded. */
  version: number;
  memberId: string;
  /** ISO 8601. */
  heldAt: string;
}

export async function findHeldGrade({ db, site }: SiteScope, id: string): Promise<HeldGrade | undefined> {
  const found = await db.first<{ heldGrade: HeldGrade | null }>`
    select held_grade from submissions where site_id = ${site.id} and id = ${id} and ${table("submissions").present}`;
  return found?.heldGrade ?? undefined;
}

/** Keeps the version of the submission, because nothing of it changes yet. */
export async function storeHeldGrade({ db, site }: SiteScope, id: string, grade: HeldGrade): Promise<void> {
  await db.run`
    update submissions set held_grade = ${JSON.stringify(grade)}::jsonb where site_id = ${site.id} and id = ${id}`;
}

/**
 * Ends the time to undo a grade, and returns the grade; undefined if it was taken back or replaced. Until the grade is
 * stored, it counts as refused: after a crash the form shows it, and the next attempt continues.
 */
export async function claimHeldGrade({ db, site }: SiteScope, id: string, key: string): Promise<HeldGrade | undefined> {
  const claimed = await db.write.first<{ heldGrade: HeldGrade }>`
    update submissions set held_grade = jsonb_set(held_grade, '{state}', '"refused"')
     where site_id = ${site.id} and id = ${id} and held_grade ->> 'key' = ${key} and held_grade ->> 'state' <> 'undone'
     returning held_grade`;
  return claimed?.heldGrade;
}

/** Removes what was held once a grade is stored. What another person has held meanwhile is kept for the form. */
export async function settleHeldGrade({ db, site, caller }: Context, id: string): Promise<void> {
  const ownSessionId = caller.kind === "session" ? caller.sessionId : "";
  await db.run`
    update submissions
       set held_grade = case when held_grade ->> 'state' = 'waiting' and held_grade ->> 'key' <> ${ownSessionId}
                             then jsonb_set(held_grade, '{state}', '"refused"') end
     where site_id = ${site.id} and id = ${id} and held_grade is not null`;
}

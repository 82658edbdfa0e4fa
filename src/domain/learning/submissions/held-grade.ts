import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";

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

export async function dropHeldGrade({ db, site }: SiteScope, id: string): Promise<void> {
  await db.run`
    update submissions set held_grade = null
     where site_id = ${site.id} and id = ${id} and held_grade is not null`;
}

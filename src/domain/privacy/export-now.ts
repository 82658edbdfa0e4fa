import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { notFound } from "#domain/platform/problem.ts";
import { exportArchive } from "./export-archive.ts";
import { findPersonOf } from "./person.ts";

/** Exports all personal data of a member as a ZIP without a job, for a command that waits for it. */
export async function exportMemberNow(context: RequestContext, memberId: string): Promise<Buffer> {
  const person = await findPersonOf(context, memberId);
  if (!person) throw notFound("member", formatId("member", memberId));
  const archive = await exportArchive(context, person);
  await recordAudit(context, "exportMemberData", about("member", memberId));
  return archive;
}

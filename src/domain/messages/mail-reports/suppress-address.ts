import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context } from "#domain/platform/context.ts";
import { suppress } from "./queries.ts";
import type { Report, SuppressionReason } from "./report.ts";

interface Failure extends Pick<Report, "statusCode" | "diagnostic"> {
  email: string;
  reason: SuppressionReason;
  sentAt: Date;
}

/** Returns true if the address was not suppressed for this reason before. Must run in a transaction. */
export async function suppressAddress(context: Context, failure: Failure): Promise<boolean> {
  const id = await suppress(context, failure);
  if (id === undefined) return false;
  const { reason: cause, statusCode } = failure;
  await recordAudit(context, "suppressAddress", about("suppressedAddress", id, { cause, statusCode }));
  return true;
}

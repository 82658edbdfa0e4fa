import type { RequestContext } from "#domain/platform/context.ts";
import { notFound } from "#domain/platform/problem.ts";
import { asSystem } from "#domain/platform/system-context.ts";
import { findSite } from "#domain/platform/site/queries.ts";
import { confirmationIn, parseEvents, readJson } from "./read-json.ts";
import { readMessage } from "./read-message.ts";
import type { Report } from "./report.ts";
import { suppressAddress } from "./suppress-address.ts";

/**
 * Suppresses the addresses that reports are about. Takes a message (RFC 3464, RFC 5965) or the JSON of a mail provider.
 * Only the holder of the secret address can send reports, and only reports count that hold the signed identifier of a
 * mail to the address: a report cannot suppress the address of another person. The mail decides the site, because all sites
 * send through the mail server of the installation. `confirmation`: a URL that the operator opens once.
 */
export async function receiveReports(
  context: RequestContext,
  secret: string,
  body: Buffer,
): Promise<{ received: number; suppressed: number; confirmation?: string | undefined }> {
  if (!context.mail?.isReportSecret(context.site, secret)) throw notFound("address", "of this request");
  const json = isJson(body) ? parseEvents(body.toString()) : undefined;
  const reports = isJson(body) ? readJson(json) : await readMessage(context, body);
  let suppressed = 0;
  for (const report of reports) if (await receiveReport(context, report)) suppressed++;
  return { received: reports.length, suppressed, confirmation: confirmationIn(json) };
}

/** JSON starts with a bracket, a message with the name of a header field. */
const isJson = (body: Buffer): boolean => /^\s*[{[]/.test(body.subarray(0, 100).toString("latin1"));

async function receiveReport(context: RequestContext, report: Report): Promise<boolean> {
  const sent = context.mail?.readMessageId(report.messageId, report.recipients);
  const site = sent && (await findSite(context.db, sent.siteId));
  if (!site) return false;
  return context.db.transaction((db) => suppressAddress({ ...asSystem(context), db, site }, { ...report, ...sent }));
}

import { cleanTexts } from "#domain/platform/texts/clean-texts.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { only } from "#lib/collections/only.ts";
import type { ParsedReport } from "#lib/text-worker/parse-report.ts";
import { bounceOf, complaintOf, type Report } from "./report.ts";

/** Recipients of one mail in a report. Lectern sends each mail to one address. */
const maxRecipients = 20;

type Returned = NonNullable<ParsedReport["returned"]>;

/**
 * Reads a delivery status notification (RFC 3464) or a feedback report (RFC 5965). Returns no reports for other
 * messages, such as automatic replies, and for failures that may pass. Mailboxes pass on the messages of strangers, which
 * can be slow to parse.
 */
export async function readMessage(scope: Pick<SiteScope, "site">, bytes: Buffer): Promise<Report[]> {
  const parsed = only(await cleanTexts(scope, [{ form: "report" as const, bytes: new Uint8Array(bytes) }]));
  if ("refusal" in parsed || !parsed.returned) return [];
  const { status, feedback, returned } = parsed;
  if (feedback !== null) return complaintsOf(fieldsOf(feedback), returned);
  return status === null ? [] : bouncesOf(status, returned);
}

/** RFC 5965 §3: reports of unwanted mail. Other types are reports of authentication, or say the contrary. */
function complaintsOf(fields: Fields, { messageId, recipients }: Returned): Report[] {
  if (fields.get("feedback-type")?.toLowerCase() !== "abuse") return [];
  const named = addressOf(fields.get("original-rcpt-to"));
  return [complaintOf({ messageId, recipients: [...named, ...recipients] })];
}

/** RFC 3464 §2: fields about the message, then a block of fields per recipient. */
function bouncesOf(text: string, { messageId, recipients }: Returned): Report[] {
  const blocks = text.split(/\r?\n[ \t]*\r?\n/, maxRecipients + 1).map(fieldsOf);
  return blocks.flatMap((fields): Report[] => {
    if (fields.get("action")?.toLowerCase() !== "failed") return [];
    const named = [...addressOf(fields.get("original-recipient")), ...addressOf(fields.get("final-recipient"))];
    const about = { messageId, recipients: [...named, ...recipients] };
    return bounceOf(about, fields.get("status"), fields.get("diagnostic-code"));
  });
}

type Fields = ReadonlyMap<string, string>;

/** The first value of each field, with folded lines joined (RFC 5322 §2.2.3). */
function fieldsOf(text: string): Fields {
  const fields = new Map<string, string>();
  for (const line of text.replaceAll(/\r?\n[ \t]+/g, " ").split(/\r?\n/)) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon > 0 && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
}

/** `rfc822; ana@school.example` (RFC 3464 §2.1.2), `utf-8; …` (RFC 6533 §3), or an address alone. */
function addressOf(value: string | undefined): string[] {
  const address = (value ?? "")
    .replace(/^[\w-]+;/, "")
    .trim()
    .replace(/^<(.*)>$/, "$1");
  return address.includes("@") && address.length <= 320 ? [address] : [];
}

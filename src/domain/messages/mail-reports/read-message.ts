import PostalMime, { type Attachment } from "postal-mime";
import { enhancedCodeOf, isLasting } from "#domain/messages/mail/enhanced-status.ts";
import { diagnosticOf, type Report } from "./report.ts";

/** Bytes that are read. What follows is the content of the returned mail, which is of no interest. */
const maxRead = 256 * 1024;

const limits = { maxNestingDepth: 10, maxHeadersSize: 64 * 1024 };

/** Recipients of one mail in a report. Lectern sends each mail to one address. */
const maxRecipients = 20;

/**
 * Reads a delivery status notification (RFC 3464) or a feedback report (RFC 5965). Returns no reports for other
 * messages, such as automatic replies, and for failures that may pass.
 */
export async function readMessage(bytes: Buffer): Promise<Report[]> {
  const attachments = await partsOf(bytes.subarray(0, maxRead));
  const partOf = (...types: string[]) => attachments.find(({ mimeType }) => types.includes(mimeType));
  const returned = await readReturned(
    partOf("message/rfc822", "text/rfc822-headers", "message/global", "message/global-headers"),
  );
  if (!returned) return [];
  const feedback = partOf("message/feedback-report");
  if (feedback) return complaintOf(fieldsOf(textOf(feedback)), returned);
  const status = partOf("message/delivery-status", "message/global-delivery-status");
  return status ? bouncesOf(textOf(status), returned) : [];
}

/** Lines that can separate parts. A report has three parts, and a returned mail a few. */
const maxSeparators = 500;

/** Malformed messages have no parts. */
async function partsOf(bytes: Buffer): Promise<Attachment[]> {
  if ((bytes.toString("latin1").match(/^--/gm)?.length ?? 0) > maxSeparators) return [];
  try {
    const options = { ...limits, forceRfc822Attachments: true, attachmentEncoding: "utf8" as const };
    return (await PostalMime.parse(bytes, options)).attachments;
  } catch {
    return [];
  }
}

const textOf = ({ content }: Attachment): string => (typeof content === "string" ? content : "");

interface Returned {
  messageId: string;
  recipients: string[];
}

/** The headers of the mail that the report is about. */
async function readReturned(part: Attachment | undefined): Promise<Returned | undefined> {
  if (!part) return undefined;
  const [headers = ""] = textOf(part).split(/\r?\n\r?\n/, 1);
  try {
    const { messageId, to = [] } = await PostalMime.parse(headers, limits);
    const recipients = to.slice(0, maxRecipients).flatMap(({ address }) => address ?? []);
    return messageId === undefined ? undefined : { messageId, recipients };
  } catch {
    return undefined;
  }
}

/** RFC 5965 §3: reports of unwanted mail. Other types are reports of authentication, or say the contrary. */
function complaintOf(fields: Fields, { messageId, recipients }: Returned): Report[] {
  if (fields.get("feedback-type")?.toLowerCase() !== "abuse") return [];
  const named = addressOf(fields.get("original-rcpt-to"));
  return [
    { reason: "complaint", messageId, recipients: [...named, ...recipients], statusCode: null, diagnostic: null },
  ];
}

/** RFC 3464 §2: fields about the message, then a block of fields per recipient. */
function bouncesOf(text: string, { messageId, recipients }: Returned): Report[] {
  const blocks = text.split(/\r?\n[ \t]*\r?\n/, maxRecipients + 1).map(fieldsOf);
  return blocks.flatMap((fields): Report[] => {
    if (fields.get("action")?.toLowerCase() !== "failed") return [];
    const diagnostic = fields.get("diagnostic-code");
    const statusCode = codeOf(fields.get("status") ?? "", diagnostic ?? "");
    if (!isLasting(statusCode)) return [];
    const named = [...addressOf(fields.get("original-recipient")), ...addressOf(fields.get("final-recipient"))];
    const all = [...named, ...recipients];
    return [{ reason: "bounce", messageId, recipients: all, statusCode, diagnostic: diagnosticOf(diagnostic) }];
  });
}

/** Some servers write `5.0.0` and give the code in the reply only. */
function codeOf(status: string, diagnostic: string): string {
  const code = /^[245]\.\d{1,3}\.\d{1,3}/.exec(status)?.[0] ?? "";
  return code === "" || code === "5.0.0" ? (enhancedCodeOf(diagnostic) ?? code) : code;
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

import PostalMime, { type Attachment } from "postal-mime";

/** Bytes that are read. What follows is the content of the returned mail, which is of no interest. */
const maxRead = 256 * 1024;

/** Lines that are read: the parser takes a buffer for each. */
const maxLines = 10_000;

const limits = { maxNestingDepth: 10, maxHeadersSize: 64 * 1024 };

/** Lines that can separate parts. A report has three parts, and a returned mail a few. */
const maxSeparators = 500;

/** Recipients of the returned mail. */
const maxRecipients = 20;

/** A report about a mail (RFC 6522), not verified. */
export interface ParsedReport {
  /** Fields of a delivery status notification (RFC 3464). */
  status: string | null;
  /** Fields of a feedback report (RFC 5965). */
  feedback: string | null;
  /** The headers of the mail that the report is about. */
  returned: { messageId: string; recipients: string[] } | null;
}

/** Malformed messages have no parts. */
export async function parseReport(message: Uint8Array): Promise<ParsedReport> {
  const attachments = await partsOf(firstLines(Buffer.from(message.buffer, message.byteOffset, message.length)));
  const textOf = (...types: string[]) => {
    const content = attachments.find(({ mimeType }) => types.includes(mimeType))?.content;
    return typeof content === "string" ? content : null;
  };
  return {
    status: textOf("message/delivery-status", "message/global-delivery-status"),
    feedback: textOf("message/feedback-report"),
    returned: await readReturned(
      textOf("message/rfc822", "text/rfc822-headers", "message/global", "message/global-headers") ?? "",
    ),
  };
}

function firstLines(message: Buffer): Buffer {
  const bytes = message.subarray(0, maxRead);
  let end = -1;
  for (let line = 0; line < maxLines; line++) {
    end = bytes.indexOf("\n", end + 1);
    if (end === -1) return bytes;
  }
  return bytes.subarray(0, end);
}

async function partsOf(bytes: Buffer): Promise<Attachment[]> {
  if ((bytes.toString("latin1").match(/^--/gm)?.length ?? 0) > maxSeparators) return [];
  try {
    const options = { ...limits, forceRfc822Attachments: true, attachmentEncoding: "utf8" as const };
    return (await PostalMime.parse(bytes, options)).attachments;
  } catch {
    return [];
  }
}

async function readReturned(mail: string): Promise<ParsedReport["returned"]> {
  const [headers = ""] = mail.split(/\r?\n\r?\n/, 1);
  try {
    const { messageId, to = [] } = await PostalMime.parse(headers, limits);
    const recipients = to.slice(0, maxRecipients).flatMap(({ address }) => address ?? []);
    return messageId === undefined ? null : { messageId, recipients };
  } catch {
    return null;
  }
}

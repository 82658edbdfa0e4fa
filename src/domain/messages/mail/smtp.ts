import { errorOf } from "#lib/error-of.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { type Deliver, RefusedMail } from "./delivery.ts";
import { enhancedCodeOf, isLasting, lastingFailureOf } from "./enhanced-status.ts";
import type { Mail } from "./mail.ts";

const seconds = (count: number) => count * 1000;

/** Delivers mail to the server in `SMTP_URL`, with a new connection each time, since volume is low. */
export function smtpDelivery(url: string): Deliver {
  let transport: ReturnType<typeof openTransport> | undefined;
  return async (mail, signal) => {
    try {
      await (await (transport ??= openTransport(url))).sendMail({ ...messageOf(mail), signal });
    } catch (error) {
      const redacted = withoutRecipient(error, mail);
      throw isFinal(error) ? new RefusedMail(redacted.message, statusCodeOf(error)) : redacted;
    }
  };
}

/** Errors go to logs and the queue, so remove the recipient, which servers mention. */
function withoutRecipient(error: unknown, { to }: Mail): Error {
  const { name, message } = errorOf(error);
  const { code } = asRecord(error);
  const redacted = new Error(message.replaceAll(new RegExp(RegExp.escape(to), "giu"), "[recipient]"));
  return Object.assign(redacted, { name, ...(code !== undefined && { code }) });
}

/** Checks the server and the login. Returns an error description or undefined. */
export async function troubleWithSmtp(url: string): Promise<string | undefined> {
  try {
    await (await openTransport(url)).verify();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The library is loaded on first use: most processes send no mail for a long time. */
const openTransport = async (url: string) =>
  (await import("nodemailer")).default.createTransport({
    url,
    // Parameters of the URL take precedence: `?requireTLS=false`.
    requireTLS: needsEncryption(new URL(url)),
    connectionTimeout: seconds(10),
    greetingTimeout: seconds(10),
    socketTimeout: seconds(30),
    dnsTimeout: seconds(10),
    disableFileAccess: true,
    disableUrlAccess: true,
  });

/** Never send a password over an unencrypted network connection. */
const needsEncryption = ({ protocol, username, hostname }: URL) =>
  protocol === "smtp:" && username !== "" && !/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);

const messageOf = ({ messageId, from, replyTo, to, subject, text, html, calendar, unsubscribe }: Mail) => ({
  messageId,
  from,
  ...(replyTo && { replyTo }),
  // As an object, so that no part is parsed as a second address.
  to: { name: "", address: to },
  subject,
  text,
  html,
  ...(calendar && { icalEvent: { ...calendar, filename: "event.ics" } }),
  // RFC 3834 §5: suppresses automatic replies.
  headers: {
    "Auto-Submitted": "auto-generated",
    "X-Auto-Response-Suppress": "All",
    // RFC 8058 §3.1: mail programs can unsubscribe with one request.
    ...(unsubscribe !== undefined && {
      "List-Unsubscribe": `<${unsubscribe}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }),
  },
});

/** RFC 5321 §4.2.1: 5yz is permanent. Login failures are retried, because the operator can fix that setting. */
function isFinal(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { code, responseCode } = asRecord(error);
  const aboutThisMail = code === "EENVELOPE" || code === "EMESSAGE";
  return aboutThisMail && typeof responseCode === "number" && responseCode >= 500 && responseCode < 600;
}

/** Returns the code by which the address takes no mail. Replies without an enhanced code say so only for RCPT. */
function statusCodeOf(error: Error): string | undefined {
  const { response, command } = asRecord(error);
  if (typeof response !== "string") return undefined;
  if (command === "RCPT TO") return lastingFailureOf(response);
  const code = enhancedCodeOf(response);
  return code !== undefined && isLasting(code) ? code : undefined;
}

import { type Deliver, RefusedMail } from "./delivery.ts";
import type { Mail } from "./mail.ts";

const seconds = (count: number) => count * 1000;

/** Hands mail to the server that `SMTP_URL` names, over a connection for each: there is little of it. */
export function smtpDelivery(url: string): Deliver {
  let transport: ReturnType<typeof openTransport> | undefined;
  return async (mail, signal) => {
    try {
      await (await (transport ??= openTransport(url))).sendMail({ ...messageOf(mail), signal });
    } catch (error) {
      const redacted = withoutRecipient(error, mail);
      throw isFinal(error) ? new RefusedMail(redacted.message) : redacted;
    }
  };
}

/** What went wrong stands in logs and in the queue: whom it was for is not their business, and servers tell it. */
function withoutRecipient(error: unknown, { to }: Mail): Error {
  const { name, message, code } = error as Error & { code?: string };
  const redacted = new Error(message.replaceAll(new RegExp(RegExp.escape(to), "giu"), "[recipient]"));
  return Object.assign(redacted, { name, ...(code !== undefined && { code }) });
}

/** Whether the server answers, and takes the name and password: undefined, or what is wrong. */
export async function troubleWithSmtp(url: string): Promise<string | undefined> {
  try {
    await (await openTransport(url)).verify();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The library is loaded with the first mail: most processes send none for long. */
const openTransport = async (url: string) =>
  (await import("nodemailer")).default.createTransport({
    url,
    // What the URL says itself goes before: `?requireTLS=false`.
    requireTLS: needsEncryption(new URL(url)),
    connectionTimeout: seconds(10),
    greetingTimeout: seconds(10),
    socketTimeout: seconds(30),
    dnsTimeout: seconds(10),
    disableFileAccess: true,
    disableUrlAccess: true,
  });

/** A password goes through no network in the open. */
const needsEncryption = ({ protocol, username, hostname }: URL) =>
  protocol === "smtp:" && username !== "" && !/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);

const messageOf = ({ messageId, from, replyTo, to, subject, text, html, unsubscribe }: Mail) => ({
  messageId,
  from,
  ...(replyTo && { replyTo }),
  // As an object: nothing in it is read as a second address.
  to: { name: "", address: to },
  subject,
  text,
  html,
  // RFC 3834 §5: no answering machine writes back.
  headers: {
    "Auto-Submitted": "auto-generated",
    "X-Auto-Response-Suppress": "All",
    // RFC 8058 §3.1: programs that read mail switch it off with one request, without a person.
    ...(unsubscribe !== undefined && {
      "List-Unsubscribe": `<${unsubscribe}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }),
  },
});

/** RFC 5321 §4.2.1: 5yz is for ever; but a login that fails is our own setting, which somebody will mend. */
function isFinal(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  const aboutThisMail = code === "EENVELOPE" || code === "EMESSAGE";
  return aboutThisMail && responseCode !== undefined && responseCode >= 500 && responseCode < 600;
}

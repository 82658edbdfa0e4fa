import * as z from "zod";
import { bounceOf, complaintOf, type Report } from "./report.ts";

const maxEventsPerRequest = 1000;

const Text = z.string().max(2000);

/** Events of Mailgun: https://documentation.mailgun.com/docs/mailgun/user-manual/events/webhooks */
const Mailgun = z.object({
  "event-data": z.object({
    event: z.enum(["failed", "complained"]),
    severity: Text.optional(),
    recipient: Text,
    message: z.object({ headers: z.object({ "message-id": Text }) }),
    "delivery-status": z
      .object({
        code: z.number().nullish(),
        "enhanced-code": Text.nullish(),
        message: Text.nullish(),
        description: Text.nullish(),
      })
      .optional(),
  }),
});

/** Events of SendGrid: https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event */
const SendGrid = z.object({
  event: z.enum(["bounce", "spamreport"]),
  email: Text,
  "smtp-id": Text,
  status: Text.optional(),
  reason: Text.optional(),
});

const Recipient = z.object({ emailAddress: Text, status: Text.optional(), diagnosticCode: Text.optional() });

/** Notifications of Amazon SES: https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html */
const Ses = z.object({
  mail: z.object({ headers: z.array(z.object({ name: Text, value: z.string() })).max(200) }),
  bounce: z.object({ bounceType: Text, bouncedRecipients: z.array(Recipient).max(50) }).optional(),
  complaint: z.object({ complainedRecipients: z.array(Recipient).max(50) }).optional(),
});

/** The envelope of Amazon SNS: https://docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html */
const Sns = z.object({ Type: z.literal("Notification"), Message: z.string() });

const Confirmation = z.object({
  Type: z.literal("SubscriptionConfirmation"),
  SubscribeURL: z.string().regex(/^https:\/\/sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?\/[\w/?=&.:%-]{1,2000}$/),
});

/** Returns the URL that confirms the address at Amazon SNS. A person opens it: the server does not call foreign URLs. */
export function confirmationIn(value: unknown): string | undefined {
  const read = Confirmation.safeParse(value);
  return read.success ? read.data.SubscribeURL : undefined;
}

/**
 * Reads the events that a mail provider sends as JSON. Returns no reports for other events and other JSON. Only SendGrid
 * sends several events in one request.
 */
export function readJson(value: unknown): Report[] {
  if (Array.isArray(value)) return value.slice(0, maxEventsPerRequest).flatMap((event) => readSendGrid(event) ?? []);
  return readMailgun(value) ?? readSes(value) ?? [];
}

/** Values of the largest requests of SendGrid: 1000 events with 40 fields. */
const maxValues = 50_000;

/** Parses JSON of a provider. Undefined for malformed JSON, and for so many values that reading them takes long. */
export function parseEvents(text: string): unknown {
  let values = 0;
  for (const character of text) if (isStructural(character) && ++values > maxValues) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isStructural = (character: string) => character === "," || character === "[" || character === "{";

function readMailgun(value: unknown): Report[] | undefined {
  const read = Mailgun.safeParse(value);
  if (!read.success) return undefined;
  const { event, severity, recipient, message, "delivery-status": status } = read.data["event-data"];
  const about = { messageId: message.headers["message-id"], recipients: [recipient] };
  if (event === "complained") return [complaintOf(about)];
  // The reply without its code.
  const reply = `${status?.code ?? ""} ${status?.message || status?.description || ""}`;
  return severity === "permanent" ? bounceOf(about, status?.["enhanced-code"], reply) : [];
}

function readSendGrid(value: unknown): Report[] | undefined {
  const read = SendGrid.safeParse(value);
  if (!read.success) return undefined;
  const { event, email, "smtp-id": messageId, status, reason } = read.data;
  const about = { messageId, recipients: [email] };
  return event === "spamreport" ? [complaintOf(about)] : bounceOf(about, status, reason);
}

function readSes(value: unknown): Report[] | undefined {
  const wrapped = Sns.safeParse(value);
  const read = Ses.safeParse(wrapped.success ? parseEvents(wrapped.data.Message) : value);
  if (!read.success) return undefined;
  const { mail, bounce: bounced, complaint: complained } = read.data;
  // SES gives each mail another identifier, and returns that of the sender among the original headers.
  const messageId = mail.headers.find(({ name }) => name.toLowerCase() === "message-id")?.value;
  if (messageId === undefined) return [];
  const about = ({ emailAddress }: z.output<typeof Recipient>) => ({ messageId, recipients: [emailAddress] });
  return [
    ...(complained?.complainedRecipients ?? []).map((one) => complaintOf(about(one))),
    ...(bounced?.bouncedRecipients ?? []).flatMap((one) => bounceOf(about(one), one.status, one.diagnosticCode)),
  ];
}

import * as z from "zod";
import { memberOf } from "#access/caller.ts";
import { mailNews } from "#domain/messages/notifications/mail-news.ts";
import { listRecipients } from "#domain/messages/notifications/queries.ts";
import { requireMail } from "#domain/messages/mail/require-mail.ts";
import { Html } from "#domain/platform/fields.ts";
import { newId } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireQuota } from "#domain/platform/rate-limits/require-within.ts";
import { htmlOfMarkdown } from "#domain/platform/texts/render.ts";
import { countRecipients, requireAudienceScope, requireTarget } from "./audience.ts";
import { topic, writtenIn } from "./deliver.ts";
import { requireMailHtml } from "./mail-body.ts";
import { content, MessageAudience } from "./message.ts";

export const previewMessage = operation({
  name: "previewMessage",
  summary: "Preview a message",
  description: "Counts the recipients and renders the text. Sends and stores nothing.",
  reads: "members:write",
  input: z.object({ audience: MessageAudience, ...content }),
  output: z.object({
    object: z.literal("message_preview"),
    recipientCount: z.number().int().min(0),
    subject: z.string(),
    bodyHtml: Html,
  }),
  async run(context, { audience, subject, bodyMarkdown }) {
    requireAudienceScope(context.caller, audience);
    await requireTarget(context, audience);
    const html = await htmlOfMarkdown(context, bodyMarkdown, "/bodyMarkdown");
    return {
      object: "message_preview" as const,
      recipientCount: await countRecipients(context, audience),
      subject,
      bodyHtml: requireMailHtml(html, context.site.origin),
    };
  },
});

export const sendTestMessage = operation({
  name: "sendTestMessage",
  summary: "Send a test of a message to yourself",
  description: "Emails the message to the member for whom the request is made. Requires a verified address.",
  writes: "members:write",
  input: z.object(content),
  output: z.object({ email: z.string() }),
  async run(context, { subject, bodyMarkdown }) {
    requireMail(context);
    const memberId = memberOf(context.caller);
    await requireQuota(context, limits.messageTestPerMember, memberId ?? "");
    const [person] = memberId === null ? [] : await listRecipients(context, topic, [memberId]);
    if (!person?.isVerified) {
      throw new Problem("invalid_state", "Your email address is not verified. Verify it on your account page.");
    }
    const bodyHtml = await htmlOfMarkdown(context, bodyMarkdown, "/bodyMarkdown");
    requireMailHtml(bodyHtml, context.site.origin);
    const written = writtenIn({ id: newId(), subject, bodyMarkdown, bodyHtml }, context.site.origin);
    await mailNews(context, [{ topic, memberId: person.memberId, person, ...written }]);
    return { email: person.email };
  },
  audit: () => ({ resourceType: "message" }),
});

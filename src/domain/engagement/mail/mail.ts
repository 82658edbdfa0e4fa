import * as z from "zod";
import { purposes } from "#domain/engagement/mail-links/mail-link.ts";

/** A mail as it is handed over: complete, so that whoever delivers it has nothing to look up. */
export const Mail = z.object({
  siteId: z.string(),
  /** The same at every attempt, so that a mail that arrives twice is seen once (RFC 5322 §3.6.4). */
  messageId: z.string(),
  from: z.object({ name: z.string(), address: z.string() }),
  /** The school's own address, where it has verified one. */
  replyTo: z.object({ name: z.string(), address: z.string() }).optional(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** Where mail of this kind is switched off, with one request (RFC 8058). */
  unsubscribe: z.string().optional(),
  /** What its link is for: such mail is limited per recipient across all sites. */
  purpose: z.enum(purposes).optional(),
  /** What it says is over then, and it is not delivered any more. */
  expiresAt: z.iso.datetime().transform((text) => new Date(text)),
});
export type Mail = z.output<typeof Mail>;

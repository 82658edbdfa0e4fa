import * as z from "zod";
import { purposes } from "#domain/messages/mail-links/mail-link.ts";

/** A complete mail, which its transport can send without lookups. */
export const Mail = z.object({
  siteId: z.string(),
  /** Stable across attempts, so that duplicates are recognizable (RFC 5322 §3.6.4). */
  messageId: z.string(),
  from: z.object({ name: z.string(), address: z.string() }),
  /** The school's own address, if verified. */
  replyTo: z.object({ name: z.string(), address: z.string() }).optional(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** One-click unsubscribe URL (RFC 8058). */
  unsubscribe: z.string().optional(),
  /** Calendar entry: an alternative to the text, and a file (RFC 6047). */
  calendar: z.object({ method: z.enum(["REQUEST", "CANCEL"]), content: z.string() }).optional(),
  /** Purpose of its link. Such mail is limited per recipient across all sites. */
  purpose: z.enum([...purposes, "sign_in"]).optional(),
  /** The mail is not delivered after this time. */
  expiresAt: z.iso.datetime().transform((text) => new Date(text)),
});
export type Mail = z.output<typeof Mail>;

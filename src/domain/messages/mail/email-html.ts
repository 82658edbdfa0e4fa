import { html, raw } from "hono/html";
import type { MailLocale } from "./text/catalogue.ts";

/** An email with its placeholders filled in, in reading order. */
export interface EmailParts {
  subject: string;
  before: readonly string[];
  /** A text of the school between both: sanitized HTML with absolute addresses, and the same as plain text. */
  body?: { html: string; text: string } | undefined;
  action: { label: string; link: string } | undefined;
  after: readonly string[];
  /** Links to manage such emails. */
  choices?: readonly { label: string; link: string }[];
  sender: { name: string; origin: string };
}

/**
 * Contains no images, remote content or tracking. The mail program chooses the colors, since it knows about dark
 * mode; only the button sets its own.
 */
export function emailAsHtml(
  { subject, before, body, action, after, choices = [], sender }: EmailParts,
  locale: MailLocale,
): string {
  const document = html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${subject}</title>
      </head>
      <body style="margin:0;padding:24px 16px">
        <div style="max-width:560px;margin:0 auto;font:16px/1.6 system-ui,-apple-system,'Segoe UI',sans-serif">
          <p style="margin:0 0 24px;font:20px/1.3 Georgia,serif">${sender.name}</p>
          ${before.map(paragraph)} ${body ? raw(body.html) : raw("")} ${action ? button(action) : raw("")}
          ${after.map(paragraph)}
          <p style="margin:32px 0 0;padding-top:12px;border-top:1px solid #7d8881;font-size:13px">
            ${sender.name}<br /><a href="${sender.origin}" style="color:inherit">${sender.origin}</a>
            ${choices.map(({ label, link }) => html`<br /><a href="${link}" style="color:inherit">${label}</a>`)}
          </p>
        </div>
      </body>
    </html>`;
  if (document instanceof Promise) throw new TypeError("An email must not contain a promise.");
  return document.toString();
}

const paragraph = (text: string) => html`<p style="margin:0 0 16px">${text}</p>`;

const button = ({ label, link }: { label: string; link: string }) =>
  html`<p style="margin:24px 0 12px"><a href="${link}" style="${buttonStyle}">${label}</a></p>
    <p style="margin:0 0 24px;font-size:13px;word-break:break-all">
      <a href="${link}" style="color:inherit">${link}</a>
    </p>`;

const buttonStyle =
  "display:inline-block;padding:12px 28px;border:1px solid #7d8881;border-radius:3px;background:#18211d;color:#fdfdfb;font-weight:600;text-decoration:none";

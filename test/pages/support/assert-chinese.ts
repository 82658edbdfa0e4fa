import assert from "node:assert/strict";

/** Names that stay in Latin letters in Chinese. */
const names =
  /\b(OAuth 2\.0|OAuth|Open Badges 3\.0|OpenAPI|JSON|dry_run=true|Authorization: Bearer|MCP|PDF|CSV|HTML|HLS|YouTube|Vimeo|LINE Pay|LINE Login|LINE Developers Console|LINE|Apple|Certificates, Identifiers & Profiles|App ID|Services ID|p8|BEGIN PRIVATE KEY|END PRIVATE KEY|email|LinkedIn|Open edX|The Carpentries|Inter|Noto Sans|Noto Serif|Source Serif|Markdown|PNG|JPEG|WebP|GIF|AVIF|TIFF|HEIC|iPhone|SVG|KiB|MB|client_id|client_secret|scope|OpenID|Connect|API|Lectern|Standard Webhooks|Webhook|HTTPS|Cookie|SMTP_URL|ID|IP|AI|ZIP|JavaScript|Teachable|Thinkific|Kajabi|Podia|LearnDash|LifterLMS|UTF-8|Windows|Big5|GB 18030|Shift JIS|EUC-KR|Amazon SES|Mailgun|SendGrid|Stripe|Checkout Sessions|Charges and Refunds|Subscriptions|Coupons|Customer portal|PaymentIntents|Postman|Google Workspace|Google|https:\/\/login\.microsoftonline\.com|v2\.0|https|realm_access\.roles|groups|roles|teachers = lecturer|owner|manager|lecturer|teaching_assistant|student|school\.example|Microsoft Entra ID|Microsoft Entra|Microsoft|Okta|SCIM 2\.0|SCIM|SAML 2\.0|SAML|XML|ACS|entity ID|persistent|memberOf|HTTP-Redirect|SHA-256|Issuer|Invoices|Disputes|sk_|rk_|whsec_|ECPay|ATM|HashKey|HashIV|kid|first_name|Claude Code|Claude Desktop|Claude|ChatGPT|Cursor|VS Code|Codex|Gemini CLI|n8n Cloud|Node\.js|URI|Team|Enterprise|member\/graphql|(?:hello|ana)@school\.example|3\.5|1[.,]5|3e8)\b/g;

/** Simplified forms of characters common in these texts. */
const simplified = /[们这个来对时会为关开应权录码账户页网实现发变课学进载连设说请让认续从过还该给]/u;

/** Requires traditional characters with full-width punctuation, and no Latin words but names. */
export function assertChinese(path: string, text: string): void {
  // What people type or select in other programs has its original name.
  const written = text.replaceAll(/\{\w+\}|`[^`]*`/g, "").replaceAll(names, "");
  assert.doesNotMatch(written, /[A-Za-z]/, `${path}: ${text}`);
  // A text can be a name alone.
  if (path !== "frame.title" && written !== "") assert.match(written, /\p{Script=Han}/u, `${path}: ${text}`);
  assert.doesNotMatch(written, /[,.;:?!()]/, `${path}: ${text}`);
  assert.doesNotMatch(written, simplified, `${path}: ${text}`);
}

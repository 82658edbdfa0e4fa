import { enhancedCodeOf, isLasting } from "#domain/messages/mail/enhanced-status.ts";

export const suppressionReasons = ["bounce", "complaint"] as const;
export type SuppressionReason = (typeof suppressionReasons)[number];

/** A report about one sent mail, not verified yet. */
export interface Report {
  reason: SuppressionReason;
  /** The Message-ID of the mail. */
  messageId: string;
  /** Addresses that the report calls the recipient. */
  recipients: string[];
  /** Enhanced status code (RFC 3463) of a bounce. */
  statusCode: string | null;
  /** The reply of the recipient's server. */
  diagnostic: string | null;
}

const maxDiagnostic = 300;

/** One line without control characters. Empty texts become null. */
export function diagnosticOf(text: string): string | null {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return line === "" ? null : line.slice(0, maxDiagnostic);
}

type About = Pick<Report, "messageId" | "recipients">;

export const complaintOf = (about: About): Report => ({
  ...about,
  reason: "complaint",
  statusCode: null,
  diagnostic: null,
});

/** Returns a bounce if its code says that the address takes no mail, otherwise nothing. */
export function bounceOf(about: About, status: string | null | undefined, reply: string | null | undefined): Report[] {
  const statusCode = codeOf(status ?? "", reply ?? "");
  return isLasting(statusCode)
    ? [{ ...about, reason: "bounce", statusCode, diagnostic: diagnosticOf(reply ?? "") }]
    : [];
}

/** Some servers and providers write no code or `5.0.0`, and give the code in the reply only. */
function codeOf(status: string, reply: string): string {
  const code = /^[245]\.\d{1,3}\.\d{1,3}/.exec(status)?.[0] ?? "";
  return code === "" || code === "5.0.0" ? (enhancedCodeOf(reply) ?? code) : code;
}

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

/** One line without control characters. Undefined and empty texts become null. */
export function diagnosticOf(text: string | undefined): string | null {
  const line = (text ?? "").replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return line === "" ? null : line.slice(0, maxDiagnostic);
}

const crlf = (lines: readonly string[]) => lines.join("\r\n");

export interface Bounce {
  messageId: string;
  recipient: string;
  to?: string;
  action?: string;
  status?: string;
  diagnostic?: string;
}

/** A delivery status notification as in RFC 3464, appendix E. */
export const bounceOf = ({
  messageId,
  recipient,
  to = recipient,
  action = "failed",
  status = "5.1.1",
  diagnostic,
}: Bounce) =>
  crlf([
    "From: Mail Delivery Subsystem <MAILER-DAEMON@mail.example>",
    "Subject: Undelivered mail",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    "Your message could not be delivered.",
    "",
    "--b",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mail.example",
    "",
    `Final-Recipient: rfc822; ${recipient}`,
    `Action: ${action}`,
    `Status: ${status}`,
    ...(diagnostic === undefined ? [] : [`Diagnostic-Code: ${diagnostic}`]),
    "",
    "--b",
    "Content-Type: message/rfc822",
    "",
    "From: School <no-reply@school.example>",
    `To: <${to}>`,
    `Message-ID: ${messageId}`,
    "Subject: Welcome",
    "",
    "Hello!",
    "--b--",
    "",
  ]);

/** A feedback report as in RFC 5965, appendix B. */
export const complaintOf = (messageId: string, to: string, type = "abuse") =>
  crlf([
    "From: <abusedesk@mail.example>",
    'Content-Type: multipart/report; report-type=feedback-report; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    "This is an email abuse report.",
    "",
    "--b",
    "Content-Type: message/feedback-report",
    "",
    `Feedback-Type: ${type}`,
    "User-Agent: SomeGenerator/1.0",
    "Version: 1",
    "",
    "--b",
    "Content-Type: text/rfc822-headers",
    "",
    `To: <${to}>`,
    `Message-ID: ${messageId}`,
    "",
    "--b--",
    "",
  ]);

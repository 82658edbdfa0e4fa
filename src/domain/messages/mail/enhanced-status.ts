/**
 * Status codes that say that the mailbox or its domain does not exist or takes no mail (RFC 3463 §3.2 and §3.3, RFC
 * 7505 §4.2). Not among them: full mailboxes (5.2.2), the sender (5.1.7, 5.1.8), networks (5.4), contents (5.6) and
 * policies (5.7), which can change or concern one message.
 */
const lasting: ReadonlySet<string> = new Set(["5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1"]);

export const isLasting = (code: string): boolean => lasting.has(code);

/** Replies to RCPT without an enhanced code that are about the mailbox (RFC 5321 §4.2.3). */
const unknownMailbox = new Set(["550", "551", "553"]);

/** Returns the enhanced status code of a reply, such as `550 5.1.1 User unknown` (RFC 2034 §4). */
export const enhancedCodeOf = (reply: string): string | undefined =>
  /(?:^|[\s;])[245]\d\d[ -]#?([245]\.\d{1,3}\.\d{1,3})(?![.\d])/.exec(reply)?.[1];

/** Returns the code by which a reply to RCPT ends delivery to the address permanently; undefined for other replies. */
export function lastingFailureOf(reply: string): string | undefined {
  const code = enhancedCodeOf(reply);
  if (code !== undefined) return isLasting(code) ? code : undefined;
  const basic = /^\D*(\d{3})/.exec(reply)?.[1] ?? "";
  return unknownMailbox.has(basic) ? "5.1.1" : undefined;
}

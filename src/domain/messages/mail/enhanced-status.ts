/**
 * Status codes that say that the mailbox or its domain does not exist or takes no mail (RFC 3463 §3.2 and §3.3, RFC
 * 7505 §4.2). Not among them: full mailboxes (5.2.2), the sender (5.1.7, 5.1.8), networks (5.4), contents (5.6) and
 * policies (5.7), which can change or concern one message.
 */
const lasting: ReadonlySet<string> = new Set(["5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1"]);

export const isLasting = (code: string): boolean => lasting.has(code);

/** Returns the enhanced status code of a reply: `550 5.1.1 User unknown` (RFC 2034 §4), `553 no mailbox here (#5.1.1)`. */
export const enhancedCodeOf = (reply: string): string | undefined =>
  (/(?:^|[\s;])[245]\d\d[ -]#?([245]\.\d{1,3}\.\d{1,3})(?![.\d])/.exec(reply) ??
    /\(#([245]\.\d{1,3}\.\d{1,3})\)/.exec(reply))?.[1];

/** Codes of replies that can be about the mailbox (RFC 5321 §4.2.3), but also about relaying and policies. */
const mailboxCodes = new Set(["550", "551", "553"]);

const namesMailbox = /\b(?:user|mailbox|recipient|address|account)\b/i;
const isAbsent =
  /\b(?:unknown|no such|not found|invalid|unavailable|disabled|inactive|not exist|unrouteable|not local)\b/i;
const hasOtherCause =
  /sender|relay|block|black|spam|junk|denied|policy|reputation|authentication|\b(?:rbl|dnsbl|ip|helo)\b/i;

/**
 * Returns the code by which a reply to RCPT ends delivery to the address permanently; undefined for other replies. A
 * reply without an enhanced code must say so in words: a server that relays nothing, or blocks the sender, answers for
 * every address.
 */
export function lastingFailureOf(reply: string): string | undefined {
  const code = enhancedCodeOf(reply);
  if (code !== undefined) return isLasting(code) ? code : undefined;
  const basic = /^\D*(\d{3})/.exec(reply)?.[1] ?? "";
  const isUnknown = namesMailbox.test(reply) && isAbsent.test(reply) && !hasOtherCause.test(reply);
  return mailboxCodes.has(basic) && isUnknown ? "5.1.1" : undefined;
}

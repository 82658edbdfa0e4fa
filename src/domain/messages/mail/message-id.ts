import { emailKey } from "#domain/platform/email.ts";
import { newId } from "#domain/platform/ids.ts";
import { macOf } from "#lib/secrets/mac.ts";
import { isGenuine } from "#lib/secrets/previous-keys.ts";

/** A mail of this installation that a report is about. */
export interface SentMail {
  siteId: string;
  /** The recipient, as the report spells it. */
  email: string;
  sentAt: Date;
}

/** A shorter MAC than usual keeps the identifier short. */
const macBytes = 16;

/**
 * Creates the identifier of a mail (RFC 5322 §3.6.4). It is signed for its site and its recipient, so that a report
 * proves that the mail was sent to the address, without a record of each mail: an outsider has never seen it.
 */
export function newMessageId(key: Buffer, siteId: string, to: string, domain: string): string {
  const claim = `${newId()}.${siteId}`;
  return `<${claim}.${sign(key, claim, to).toString("hex")}@${domain}>`;
}

const form =
  /^<?([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})\.([0-9a-f-]{36})\.([0-9a-f]{32})@[^@\s<>]{1,255}>?$/;

/** Verifies an identifier for one of the addresses. Undefined if this installation sent it to none of them. */
export function readMessageId(key: Buffer, messageId: string, addresses: readonly string[]): SentMail | undefined {
  const [, id, siteId, mac] = form.exec(messageId.trim().toLowerCase()) ?? [];
  if (id === undefined || siteId === undefined || mac === undefined) return undefined;
  const input = Buffer.from(mac, "hex");
  const email = addresses.find((address) =>
    isGenuine(key, input, (accepted) => sign(accepted, `${id}.${siteId}`, address)),
  );
  // RFC 9562 §5.7: the first 48 bits are milliseconds.
  const sentAt = new Date(Number.parseInt(id.replace("-", "").slice(0, 12), 16));
  return email === undefined ? undefined : { siteId, email, sentAt };
}

const sign = (key: Buffer, claim: string, to: string): Buffer =>
  macOf(key, `message\n${claim}\n${emailKey(to)}`).subarray(0, macBytes);

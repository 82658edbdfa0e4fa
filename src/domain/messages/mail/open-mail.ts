import type { Queries } from "#database/database.ts";
import type { Deliver } from "./delivery.ts";
import { type Mailbox, openMailbox } from "./mailbox.ts";
import { openPostbox, type Postbox } from "./postbox.ts";
import { smtpDelivery } from "./smtp.ts";

interface MailOptions {
  db: Queries;
  /** Encrypts queued mail. */
  key: Buffer;
  clock: () => Date;
  smtpUrl: string | undefined;
  from: string | undefined;
  /** Without a mail server, store mail in a mailbox. */
  keeps: boolean;
}

/** Mail delivery of this installation. */
export interface MailSystem {
  key: Buffer;
  postbox: Postbox;
  deliver: Deliver;
  /** Stores mail if there is no mail server. */
  mailbox: Mailbox | undefined;
}

/** Returns undefined if mail cannot be sent. Features that need mail are then unavailable. */
export function openMail({ db, key, clock, smtpUrl, from, keeps }: MailOptions): MailSystem | undefined {
  const postbox = openPostbox(key, from);
  if (smtpUrl !== undefined) return { key, postbox, deliver: smtpDelivery(smtpUrl), mailbox: undefined };
  if (!keeps) return undefined;
  const mailbox = openMailbox(db, key, clock);
  return { key, postbox, deliver: mailbox.deliver, mailbox };
}

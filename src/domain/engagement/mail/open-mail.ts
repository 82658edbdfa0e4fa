import type { Queries } from "#database/database.ts";
import type { Deliver } from "./delivery.ts";
import { type Mailbox, openMailbox } from "./mailbox.ts";
import { openPostbox, type Postbox } from "./postbox.ts";
import { smtpDelivery } from "./smtp.ts";

interface MailOptions {
  db: Queries;
  /** Seals what waits to be sent. */
  key: Buffer;
  clock: () => Date;
  smtpUrl: string | undefined;
  from: string | undefined;
  /** Whether mail may end in a mailbox where no server is named. */
  keeps: boolean;
}

/** How mail leaves this installation. */
export interface MailSystem {
  key: Buffer;
  postbox: Postbox;
  deliver: Deliver;
  /** Where mail ends that goes nowhere else. */
  mailbox: Mailbox | undefined;
}

/** Undefined where there is no way: then nothing is offered that needs mail. */
export function openMail({ db, key, clock, smtpUrl, from, keeps }: MailOptions): MailSystem | undefined {
  const postbox = openPostbox(key, from);
  if (smtpUrl !== undefined) return { key, postbox, deliver: smtpDelivery(smtpUrl), mailbox: undefined };
  if (!keeps) return undefined;
  const mailbox = openMailbox(db, key, clock);
  return { key, postbox, deliver: mailbox.deliver, mailbox };
}

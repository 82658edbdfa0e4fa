import { isIP } from "node:net";
import * as z from "zod";
import type { Queries } from "#database/database.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { addJob } from "#domain/platform/queue/add-job.ts";
import { verifiedSenderOf } from "#domain/messages/sender/sender.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { open, seal } from "#lib/secrets/sealed-box.ts";
import { currentTraceparent } from "#telemetry/tracing/spans.ts";
import { compose, type Email, nameOf, purposeOf } from "./compose-email.ts";
import { Mail } from "./mail.ts";
import { newMessageId, readMessageId, type SentMail } from "./message-id.ts";
import { recallMail } from "./recall-mail.ts";
import { isReportSecret, reportSecretOf } from "./report-secret.ts";
import type { MailLocale } from "./text/catalogue.ts";
import { readUnsubscription, signUnsubscription, type Unsubscription } from "./unsubscribe-link.ts";

interface Recipient {
  email: string;
  locale: MailLocale;
  /** Expiry of the email's content. */
  until: Date;
}

/** A composed mail without sender fields. */
type ReadyMail = Pick<Mail, "to" | "subject" | "text" | "html" | "calendar" | "expiresAt" | "unsubscribe" | "purpose">;

/** Queues emails; senders need not know how they are delivered. */
export interface Postbox {
  /** Queues an email in the transaction: it is sent after the commit, and never after a rollback. */
  post(context: Context, to: Recipient, letter: Email): Promise<void>;
  /**
   * Does the work of `post` without an email: composes it and queues a job of the same size, so that neither time nor
   * size reveals whether the recipient exists.
   */
  postNothing(context: Context, to: Recipient, letter: Email): Promise<void>;
  /** Queues bulk mail, which has lower priority than other mail. */
  postLater(context: Context, mails: readonly ReadyMail[]): Promise<void>;
  /** Returns the name and address from which the emails of a site come. */
  senderOf(site: Site): Mail["from"];
  /** Deletes queued and stored mail to any of these addresses of a site. */
  recall(scope: SiteScope, emails: readonly string[]): Promise<number>;
  /** Returns the signed token of an unsubscribe URL. */
  signUnsubscription(site: Site, unsubscription: Unsubscription): string;
  readUnsubscription(site: Site, token: string): Unsubscription | undefined;
  /** Returns the path of a site that takes reports about mail. It contains a secret. */
  reportPath(site: Site): string;
  isReportSecret(site: Site, secret: string): boolean;
  /** Verifies the identifier of a sent mail for one of the addresses. */
  readMessageId(messageId: string, addresses: readonly string[]): SentMail | undefined;
}

/** About a day of attempts with growing delays; expired mail ends earlier. */
const maxAttempts = 14;

/** The queue runs jobs with smaller numbers first; the default is 0. */
const afterOthers = 10;

/** The context of sealed mail. */
export const boxOfMail = "lectern mail";
const Payload = z.object({ sealed: z.base64() });

/** `from`: the sender address, by default one at each site's host. `key` encrypts queued mail. */
export const openPostbox = (key: Buffer, from?: string): Postbox => ({
  post: ({ db, site }, to, letter) => queue(db, sealMail(key, composed(key, site, to, letter, from))),
  postNothing: ({ db, site }, to, letter) => queue(db, sealNothing(key, composed(key, site, to, letter, from))),
  async postLater({ db, site }, mails) {
    if (mails.length === 0) return;
    const sealed = mails.map((mail) => sealMail(key, mailOf(key, site, mail, from ?? defaultSender(site))));
    await db.run`
      select graphile_worker.add_job('send_mail', json_strip_nulls(json_build_object(
                                       'sealed', sealed, 'traceparent', ${currentTraceparent()}::text)), max_attempts => ${maxAttempts},
                                     priority => ${afterOthers})
        from unnest(${sealed.map((box) => box.toString("base64"))}::text[]) as sealed`;
  },
  senderOf: (site) => ({ name: nameOf(site), address: from ?? defaultSender(site) }),
  recall: (scope, emails) => recallMail(scope, emails, (sealed) => openMail(key, sealed)),
  signUnsubscription: (site, unsubscription) => signUnsubscription(key, site, unsubscription),
  readUnsubscription: (site, token) => readUnsubscription(key, site, token),
  reportPath: (site) => `/email-reports/${reportSecretOf(key, site)}`,
  isReportSecret: (site, secret) => isReportSecret(key, site, secret),
  readMessageId: (messageId, addresses) => readMessageId(key, messageId, addresses),
});

const queue = (db: Queries, sealed: Buffer): Promise<void> =>
  addJob(db, "send_mail", { sealed: sealed.toString("base64") }, maxAttempts);

function composed(key: Buffer, site: Site, to: Recipient, letter: Email, from: string | undefined): Mail {
  const content = compose(letter, site, to.locale);
  const ready = { to: to.email, expiresAt: to.until, purpose: purposeOf(letter), ...content };
  return mailOf(key, site, ready, from ?? defaultSender(site));
}

/** Decrypts the mail in a job's payload; null for a job without a recipient. Throws for another key. */
export const mailOfPayload = (key: Buffer, payload: unknown): Mail | null =>
  openMail(key, Buffer.from(Payload.parse(payload).sealed, "base64"));

export const sealMail = (key: Buffer, mail: Mail | null): Buffer =>
  seal(key, Buffer.from(JSON.stringify(mail)), boxOfMail);

/** Seals the JSON `null`, with as much white space as a mail of the same size needs. */
const sealNothing = (key: Buffer, mail: Mail): Buffer =>
  seal(key, Buffer.from("null".padEnd(Buffer.byteLength(JSON.stringify(mail)))), boxOfMail);

export const openMail = (key: Buffer, sealed: Buffer): Mail | null =>
  Mail.nullable().parse(JSON.parse(open(key, sealed, boxOfMail).toString()));

/**
 * The sender is the operator's address, because only its domain passes SPF, DKIM and DMARC. Replies go to the
 * school's address.
 */
function mailOf(key: Buffer, site: Site, mail: ReadyMail, address: string): Mail {
  const name = nameOf(site);
  const replyTo = verifiedSenderOf(site);
  return {
    siteId: site.id,
    messageId: newMessageId(key, site.id, mail.to, address.slice(address.lastIndexOf("@") + 1)),
    from: { name, address },
    ...(replyTo !== undefined && { replyTo: { name, address: replyTo } }),
    ...mail,
  };
}

function defaultSender({ origin }: Site): string {
  const { hostname } = new URL(origin);
  return `no-reply@${isIP(hostname.replaceAll(/[[\]]/g, "")) ? "localhost" : hostname}`;
}

declare module "#domain/platform/context.ts" {
  interface Services {
    /** Queue for outgoing emails; undefined if the installation cannot send mail. */
    mail?: Postbox | undefined;
  }
}

import { isIP } from "node:net";
import * as z from "zod";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { addJob } from "#domain/platform/jobs/add-job.ts";
import { verifiedSenderOf } from "#domain/site/sender/sender.ts";
import type { Site } from "#domain/site/sites/site.ts";
import { open, seal } from "#lib/sealed-box.ts";
import { compose, type Letter, nameOf, purposeOf } from "./letter.ts";
import { Mail } from "./mail.ts";
import { recallMail } from "./recall-mail.ts";
import type { MailLocale } from "./text/catalogue.ts";
import { readUnsubscription, signUnsubscription, type Unsubscription } from "./unsubscribe-link.ts";

interface Recipient {
  email: string;
  locale: MailLocale;
  /** Until when the letter is of use to them. */
  until: Date;
}

/** A mail in words already, with what is not the business of whoever words it left out. */
type ReadyMail = Pick<Mail, "to" | "subject" | "text" | "html" | "expiresAt" | "unsubscribe" | "purpose">;

/** Where letters are put in; how they are delivered is no business of whoever writes. */
export interface Postbox {
  /**
   * For a transaction: the letter goes out once that is kept, and never where it is not. `null` is written to nobody and
   * costs the same: a statement less would tell by its time that there is no such person.
   */
  post(context: Context, to: Recipient | null, letter: Letter): Promise<void>;
  /** The same for many that nobody waits for: they let all other mail pass. */
  postLater(context: Context, mails: readonly ReadyMail[]): Promise<void>;
  /** Takes back what waits, or stayed, for any of these addresses of a site: nobody is written to there any more. */
  recall(scope: SiteScope, emails: readonly string[]): Promise<number>;
  /** What stands in the address at which a member switches off the mail about a topic. */
  signUnsubscription(site: Site, wanted: Unsubscription): string;
  readUnsubscription(site: Site, token: string): Unsubscription | undefined;
}

/** About a day of attempts, each after a longer pause; a mail that is of no use any more ends before. */
const maxAttempts = 14;

/** Of jobs the queue takes those with a smaller number first; the default is 0. */
const afterOthers = 10;

const box = "lectern mail";
const Payload = z.object({ sealed: z.base64() });

/** `from`: the address that mail comes from, undefined for one at the host of each site. `key` seals what waits. */
export const openPostbox = (key: Buffer, from?: string): Postbox => ({
  async post({ db, site }, to, letter) {
    const words = to && compose(letter, site, to.locale);
    const ready = words && { to: to.email, expiresAt: to.until, purpose: purposeOf(letter), ...words };
    const mail = ready && mailOf(site, ready, from ?? defaultSender(site));
    await addJob(db, "send_mail", { sealed: sealMail(key, mail).toString("base64") }, maxAttempts);
  },
  async postLater({ db, site }, mails) {
    if (mails.length === 0) return;
    const sealed = mails.map((mail) => sealMail(key, mailOf(site, mail, from ?? defaultSender(site))));
    await db.run`
      select graphile_worker.add_job('send_mail', json_build_object('sealed', sealed), max_attempts => ${maxAttempts},
                                     priority => ${afterOthers})
        from unnest(${sealed.map((box) => box.toString("base64"))}::text[]) as sealed`;
  },
  recall: (scope, emails) => recallMail(scope, emails, (sealed) => openMail(key, sealed)),
  signUnsubscription: (site, wanted) => signUnsubscription(key, site, wanted),
  readUnsubscription: (site, token) => readUnsubscription(key, site, token),
});

/** The mail in a job's payload; null where it was written to nobody. Throws where the key is another one. */
export const mailOfPayload = (key: Buffer, payload: unknown): Mail | null =>
  openMail(key, Buffer.from(Payload.parse(payload).sealed, "base64"));

export const sealMail = (key: Buffer, mail: Mail | null): Buffer => seal(key, Buffer.from(JSON.stringify(mail)), box);

export const openMail = (key: Buffer, sealed: Buffer): Mail | null =>
  Mail.nullable().parse(JSON.parse(open(key, sealed, box).toString()));

/**
 * The sender is an address of the operator, whose domain alone passes SPF, DKIM and DMARC here; the address of the
 * school is where replies go.
 */
function mailOf(site: Site, mail: ReadyMail, address: string): Mail {
  const name = nameOf(site);
  const replyTo = verifiedSenderOf(site);
  return {
    siteId: site.id,
    messageId: `<${newId()}@${address.slice(address.lastIndexOf("@") + 1)}>`,
    from: { name, address },
    ...(replyTo !== undefined && { replyTo: { name, address: replyTo } }),
    ...mail,
  };
}

function defaultSender({ origin }: Site): string {
  const { hostname } = new URL(origin);
  return `no-reply@${isIP(hostname.replaceAll(/[[\]]/g, "")) ? "localhost" : hostname}`;
}

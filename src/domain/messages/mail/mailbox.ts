import type { Queries } from "#database/database.ts";
import { rows } from "#database/statements/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { findSite } from "#domain/platform/site/queries.ts";
import { isLoopbackHost } from "#domain/platform/site/served-sites.ts";
import type { Deliver } from "./delivery.ts";
import type { Mail } from "./mail.ts";
import { openMail, sealMail } from "./postbox.ts";

/** A mail stored in the development mailbox. */
interface KeptMail {
  id: string;
  mail: Mail;
  createdAt: Date;
}

/** Stores the mail of a development installation, for viewing there instead of delivery. */
export interface Mailbox {
  deliver: Deliver;
  /** Returns the site's mails, newest first. */
  list(scope: SiteScope): Promise<KeptMail[]>;
}

const maxMails = 50;

export const openMailbox = (db: Queries, key: Buffer, clock: () => Date): Mailbox => ({
  async deliver(mail) {
    const { siteId } = mail;
    const site = await findSite(db, siteId);
    // In the queue, it would wait for a start in production and never appear here.
    if (!site || !isLoopbackHost(site.host)) throw new Error("The mailbox only accepts mail of loopback sites.");
    const row = { siteId, id: newId(), sealed: sealMail(key, mail), createdAt: clock() };
    await db.run`insert into mailbox_mails ${rows(row)}`;
    await db.run`
      delete from mailbox_mails
       where site_id = ${siteId} and id not in (
         select id from mailbox_mails where site_id = ${siteId} order by id desc limit ${maxMails})`;
  },
  async list({ db: queries, site }) {
    const found = await queries.many<{ id: string; sealed: Buffer; createdAt: Date }>`
      select id, sealed, created_at from mailbox_mails where site_id = ${site.id} order by id desc limit ${maxMails}`;
    return found.flatMap(({ id, sealed, createdAt }) => {
      const mail = openMail(key, sealed);
      return mail ? [{ id, createdAt, mail }] : [];
    });
  },
});

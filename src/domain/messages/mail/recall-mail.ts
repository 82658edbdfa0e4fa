import type { SiteScope } from "#domain/platform/context.ts";
import { emailKey } from "#domain/platform/email.ts";
import type { Mail } from "./mail.ts";

const mailsPerBatch = 500;

interface Sealed {
  id: string;
  sealed: Buffer;
}

/**
 * Deletes a site's mail to these addresses from the queue, delivered or not, and from the development mailbox.
 * Decrypts all mail to find them. Mail in delivery is not affected.
 */
export async function recallMail(
  scope: SiteScope,
  emails: readonly string[],
  open: (sealed: Buffer) => Mail | null,
): Promise<number> {
  const addresses = new Set(emails.map(emailKey));
  const isMeant = ({ sealed }: Sealed): boolean => {
    try {
      const mail = open(sealed);
      return mail?.siteId === scope.site.id && addresses.has(emailKey(mail.to));
    } catch {
      // Encrypted with another key, so it cannot be delivered anyway.
      return false;
    }
  };
  return (await recallWaiting(scope, isMeant)) + (await recallKept(scope, isMeant));
}

async function recallWaiting({ db }: SiteScope, isMeant: (mail: Sealed) => boolean): Promise<number> {
  let recalled = 0;
  for (let after: string | undefined = "0"; after !== undefined;) {
    const page: { id: string; payload: { sealed?: string } }[] = await db.many`
      select private.id::text, private.payload
        from graphile_worker._private_jobs private
        join graphile_worker._private_tasks tasks on tasks.id = private.task_id
       where tasks.identifier = 'send_mail' and private.id > ${after}::bigint
       order by private.id limit ${mailsPerBatch}`;
    const meant = page
      .map(({ id, payload }) => ({ id, sealed: Buffer.from(payload.sealed ?? "", "base64") }))
      .filter(isMeant)
      .map(({ id }) => id);
    if (meant.length > 0) await db.run`select graphile_worker.complete_jobs(${meant}::bigint[])`;
    recalled += meant.length;
    after = page.at(-1)?.id;
  }
  return recalled;
}

async function recallKept({ db, site }: SiteScope, isMeant: (mail: Sealed) => boolean): Promise<number> {
  const mailboxMails = await db.many<Sealed>`select id, sealed from mailbox_mails where site_id = ${site.id}`;
  const meant = mailboxMails.filter(isMeant).map(({ id }) => id);
  return db.run`delete from mailbox_mails where site_id = ${site.id} and id = any(${meant}::uuid[])`;
}

import type { Database } from "#database/database.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { openQueue } from "#domain/platform/queue/open-queue.ts";
import { type Resealed, resealEach, sumOf } from "#domain/platform/secret-key/reseal-each.ts";
import { boxOfMail } from "./postbox.ts";

const emailsPerStatement = 500;

/** Seals the queued emails of all sites again. A process that has read one already delivers it as it was. */
export async function resealQueuedMail(db: Database, key: Buffer): Promise<Resealed> {
  await openQueue(db);
  const done: Resealed[] = [];
  for (let after: string | undefined = "0"; after !== undefined;) {
    const page: { id: string; sealed: string }[] = await db.many`
      select private.id::text, private.payload ->> 'sealed' as sealed
        from graphile_worker._private_jobs private
        join graphile_worker._private_tasks tasks on tasks.id = private.task_id
       where tasks.identifier = 'send_mail' and private.id > ${after}::bigint
       order by private.id limit ${emailsPerStatement}`;
    done.push(
      await resealEach(page, async ({ id, sealed }, reseal) => {
        const fresh = reseal(key, Buffer.from(sealed, "base64"), boxOfMail)?.toString("base64");
        if (fresh === undefined) return;
        await db.run`
          update graphile_worker._private_jobs set payload = json_build_object('sealed', ${fresh}::text)
           where id = ${id}::bigint and payload ->> 'sealed' = ${sealed}`;
      }),
    );
    after = page.at(-1)?.id;
  }
  return sumOf(done);
}

/** Seals the emails in a site's development mailbox again. */
export async function resealMailbox({ db, site }: SiteScope, key: Buffer): Promise<Resealed> {
  const found = await db.many<{ id: string; sealed: Buffer }>`
    select id, sealed from mailbox_mails where site_id = ${site.id}`;
  return resealEach(found, async ({ id, sealed }, reseal) => {
    const fresh = reseal(key, sealed, boxOfMail);
    if (!fresh) return;
    await db.run`update mailbox_mails set sealed = ${fresh} where site_id = ${site.id} and id = ${id}`;
  });
}

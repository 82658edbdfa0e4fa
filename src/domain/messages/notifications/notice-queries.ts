import { rows, sql } from "#database/statements/sql.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import type { Audience } from "./audience.ts";
import type { Content, News, Topic } from "./notification.ts";

/** An announcement to many members. */
export interface Notice {
  id: string;
  cause: string;
  topic: Topic;
  audience: Audience;
  content: Content;
  link: string | null;
  until: Date;
  /** The last notified member. */
  position: string | null;
  createdAt: Date;
}

export type NewNotice = News & Pick<Notice, "id" | "cause" | "audience" | "until">;

/** Returns false if the cause was announced before. */
export const insertNotice = async ({ db, site, now }: Context, notice: NewNotice): Promise<boolean> =>
  (await db.run`
    insert into notices ${rows({ siteId: site.id, ...rowOf(notice, now) })}
    on conflict (site_id, cause) do nothing`) === 1;

/** Stores an announcement, or adds its count to the pending one of the same cause. Returns true if it is new. */
export async function gatherNotice(context: Context, notice: NewNotice): Promise<boolean> {
  if (await insertNotice(context, notice)) return true;
  const { db, site, now } = context;
  const data: { count?: string } = rowOf(notice, now).data;
  await db.attempt(async (inside) => {
    const pending = await inside.first<{ id: string; count: number }>`
      select id, (data ->> 'count')::integer as count from notices
       where site_id = ${site.id} and cause = ${notice.cause} and position is null and finished_at is null
         for no key update`;
    if (!pending) return;
    const sum = { ...data, count: String(pending.count + Number(data.count)) };
    await inside.run`update notices set data = ${sum}::jsonb where site_id = ${site.id} and id = ${pending.id}`;
  });
  return false;
}

function rowOf({ content, link, id, cause, topic, audience, until }: NewNotice, now: Date) {
  const { template, data, title, body } = { template: null, data: {}, title: null, body: null, ...content };
  const message = { template, data, title, body, link: link ?? null };
  return { id, cause, topic, audience, ...message, until, createdAt: now };
}

const columns = sql`
  notices.id, cause, topic, audience, link, until, position, created_at,
  case when template is null then jsonb_build_object('title', title, 'body', body)
       else jsonb_build_object('template', template, 'data', data) end as content`;

/** Returns an unfinished announcement, locked so that only one job continues it. */
export const lockNotice = ({ db, site }: SiteScope, id: string) =>
  db.first<Notice>`
    select ${columns} from notices
     where site_id = ${site.id} and id = ${id} and finished_at is null for no key update`;

export async function moveNotice({ db, site }: SiteScope, id: string, position: string): Promise<void> {
  await db.run`update notices set position = ${position} where site_id = ${site.id} and id = ${id}`;
}

export async function finishNotice({ db, site, now }: Context, id: string): Promise<void> {
  await db.run`update notices set finished_at = ${now} where site_id = ${site.id} and id = ${id}`;
}

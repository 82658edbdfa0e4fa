import type { Context } from "#domain/context.ts";

export async function countUnread({ db, site }: Context, memberId: string | null): Promise<number> {
  const { count } = (await db.first<{ count: number }>`
    select count(*) as count from notifications
     where site_id = ${site.id} and member_id = ${memberId} and read_at is null`)!;
  return count;
}

/** Says how many were unread until now. */
export const markRead = ({ db, site, now }: Context, memberId: string | null, before: Date): Promise<number> =>
  db.run`
    update notifications set read_at = ${now}
     where site_id = ${site.id} and member_id = ${memberId} and read_at is null and created_at <= ${before}`;

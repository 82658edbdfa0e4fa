import { sql } from "#database/sql.ts";
import type { Context } from "#domain/context.ts";
import { newId } from "#domain/ids.ts";
import type { Content } from "./notification.ts";
import { isRequired, type Topic } from "./topics.ts";

interface News {
  memberId: string;
  topic: Topic;
  content: Content;
  link?: string;
}

/**
 * Puts a notification into a member's inbox, unless they have switched its topic off there. Called in the transaction
 * of its cause: nobody is told of what was rolled back, or not told of what was done.
 */
export async function notify({ db, site, now }: Context, { memberId, topic, content, link }: News): Promise<void> {
  const { template, data, title, body } = { template: null, data: {}, title: null, body: null, ...content };
  const wanted = isRequired(topic)
    ? sql`true`
    : sql`not exists (
        select from notification_subscriptions
         where site_id = ${site.id} and member_id = ${memberId} and topic = ${topic} and channel = 'inbox'
           and not enabled)`;
  await db.run`
    insert into notifications (site_id, id, member_id, topic, template, data, title, body, link, created_at)
    select ${site.id}, ${newId()}::uuid, ${memberId}::uuid, ${topic}, ${template}, ${data}::jsonb, ${title}, ${body},
           ${link ?? null}, ${now}
     where ${wanted}`;
}

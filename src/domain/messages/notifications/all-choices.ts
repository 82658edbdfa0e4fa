import type { SiteScope } from "#domain/platform/context.ts";
import { pagesAfter } from "#lib/collections/pages-after.ts";
import { nilUuid } from "#lib/ids/nil-uuid.ts";
import type { SubscriptionRow } from "./subscription.ts";

interface ChoiceRow extends Pick<SubscriptionRow, "topic" | "channel" | "enabled"> {
  memberId: string;
}

const pageSize = 200;

/** Yields the choices of all members of a site, in the order of members. */
export const allChoices = ({ db, site }: SiteScope): AsyncGenerator<ChoiceRow[]> =>
  pagesAfter<ChoiceRow>(
    (last) => db.many<ChoiceRow>`
      select member_id, topic, channel, enabled from notification_subscriptions
       where site_id = ${site.id}
         and (member_id, topic, channel)
             > (${last?.memberId ?? nilUuid}::uuid, ${last?.topic ?? ""}::text, ${last?.channel ?? ""}::text)
       order by member_id, topic, channel limit ${pageSize}`,
  );

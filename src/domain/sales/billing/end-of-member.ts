import type { Context, SiteScope } from "#domain/platform/context.ts";
import type { Agreement } from "./agreement.ts";
import { endAgreement } from "./end-agreement.ts";
import { lockAgreement } from "./queries.ts";

type OpenAgreement = Pick<Agreement, "id" | "name" | "payments">;

const listOpen = ({ db, site }: SiteScope, memberId: string): Promise<OpenAgreement[]> =>
  db.many<OpenAgreement>`
    select id, name, payments from billing_agreements
     where site_id = ${site.id} and member_id = ${memberId} and status not in ('canceled', 'completed')
     order by created_at, id`;

/** Returns the names of what a member still pays by installments. */
export const listOpenInstallments = async (scope: SiteScope, memberId: string): Promise<string[]> =>
  (await listOpen(scope, memberId)).filter(({ payments }) => payments !== null).map(({ name }) => name);

/** Ends all recurring payments of a member whose memberships have ended, here and at their providers. */
export async function endAgreementsOf(context: Context, memberId: string): Promise<void> {
  for (const { id } of await listOpen(context, memberId)) {
    const agreement = await lockAgreement(context, id);
    if (agreement) await endAgreement(context, agreement);
  }
}

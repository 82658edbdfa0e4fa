import assert from "node:assert/strict";
import { assertStatus } from "../../support/assert-status.ts";
import { linkIn, mailsInAll, mailsTo } from "../../support/doubles/mailroom.ts";
import type { AMember } from "../../support/world.ts";
import { type Operator, operatorOf } from "./operator.ts";
import { aSite } from "../../support/world.ts";

export interface AMerge {
  object: string;
  id: string;
  from_member_id: string;
  into_member_id: string;
  status: string;
  records: { kind: string; moved: number; combined: number; dropped: number }[];
  requested_by: string | null;
  confirmed_from_at: string | null;
  confirmed_into_at: string | null;
  completed_at: string | null;
}

const scopes = "members:read members:write";

/** A site with an owner and two members of one person. */
export async function twoMembers(scope = scopes) {
  const operator = await operatorOf(await aSite(), scope);
  const { site } = operator;
  const from = await site.member({ name: "Ana Lima" });
  const into = await site.member({ name: "Ana B. Lima" });
  return { operator, site, from, into };
}

export async function requestMerge(operator: Operator, from: AMember, into: AMember): Promise<AMerge> {
  const response = await operator.post(`/members/${from.sub}/merge`, { into_id: into.sub });
  assertStatus(response, 200);
  return response.json<AMerge>();
}

/** The path of the newest link that was mailed to a member. */
export async function mergeLinkOf({ email }: Pick<AMember, "email">): Promise<string> {
  await mailsInAll(email);
  const mails = await mailsTo(email);
  const mail = mails.findLast(({ email: { text } }) => text?.includes("/merge?link=") === true);
  assert.ok(mail, `no link for ${email}`);
  return linkIn(mail);
}

/** Submits the form behind a link. */
export async function decide({ site }: Operator, link: string, act: "confirm" | "decline" = "confirm") {
  const browser = site.browser();
  return browser.submit(await browser.open(link), { act });
}

/** Requests a merge and confirms it at both addresses. */
export async function mergeBoth(operator: Operator, from: AMember, into: AMember): Promise<AMerge> {
  const { id } = await requestMerge(operator, from, into);
  for (const member of [from, into]) {
    const page = await decide(operator, await mergeLinkOf(member));
    assert.equal(page.status, 200, page.body);
  }
  return (await operator.get(`/member_merges/${id}`)).json<AMerge>();
}

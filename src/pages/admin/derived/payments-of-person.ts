import { listSubscriptions } from "#domain/memberships/subscriptions/list-subscriptions.ts";
import { perform } from "#domain/platform/operation.ts";
import { listFormat } from "#lib/text/formats.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { textFor } from "../../text/catalogue.ts";
import { fillPlain } from "../../views/parts/markup.ts";
import { derivedPageOf, type AdminPageRequest } from "../parts/page-request.ts";
import { mayPerform } from "../parts/may-perform.ts";
import { namesOfPlans } from "../parts/names.ts";
import type { FoundPage } from "./addresses.ts";

const maxNamedPlans = 50;

/** The forms that end what a person has, or keep them out. */
const forms: Readonly<Record<string, "end" | "continue" | undefined>> = {
  "DELETE /members/:id": "end",
  "POST /members/:id/erase": "end",
  "POST /members/:id/suspend": "continue",
};

/** True for the form that removes a person: it always cancels what is charged, so that the field is left out. */
export const endsPayments = ({ route }: Pick<FoundPage, "route">): boolean =>
  forms[`${route.method} ${route.path}`] === "end" && route.method === "DELETE";

/** Names the payments that end, or continue, before a person is removed or suspended. */
export async function paymentNotes(pageRequest: AdminPageRequest, page: FoundPage): Promise<string[]> {
  const { context } = pageRequest;
  const effect = forms[`${page.route.method} ${page.route.path}`];
  const memberId = page.params["id"];
  if (effect === undefined || memberId === undefined) return [];
  const { listAgreementsOfMember } = await adminOperations.members();
  if (!mayPerform(context.caller, listAgreementsOfMember) || !mayPerform(context.caller, listSubscriptions)) return [];
  const { locale } = derivedPageOf(pageRequest, page.route.path);
  const { payments: text } = textFor(locale).admin.derived;
  const { agreements } = await perform(listAgreementsOfMember, context, { memberId });
  const open = agreements.filter(({ status }) => status !== "canceled" && status !== "completed");
  const named = (template: string, names: readonly string[]) =>
    names.length === 0
      ? []
      : [
          fillPlain(template, {
            count: String(names.length),
            names: listFormat(locale, { type: "conjunction" }).format(names),
          }),
        ];
  if (effect === "continue") {
    return named(
      text.continuing,
      open.filter(({ next }) => next !== null).map(({ name }) => name),
    );
  }
  const installments = open.filter(({ payments }) => payments !== null).map(({ name }) => name);
  const lines = [
    ...named(text.memberships, await membershipsOf(pageRequest, memberId)),
    ...named(text.installments, installments),
  ];
  return open.length === 0 ? lines : [...lines, text.nothingMore];
}

/** Names of the plans of subscriptions that have not ended. */
async function membershipsOf({ context }: AdminPageRequest, memberId: string): Promise<string[]> {
  const status = ["trialing", "active", "past_due", "paused"];
  const { data } = await perform(listSubscriptions, context, { memberId: [memberId], status, limit: maxNamedPlans });
  const names = await namesOfPlans(
    context,
    data.map(({ planId }) => planId),
  );
  return data.map(({ planId }) => names.get(planId) ?? "");
}

import type { FastifyInstance, FastifyReply } from "fastify";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { sendPage } from "../../responses/send.ts";
import {
  refundPolicies,
  refundPoliciesPath,
  type RefundPoliciesView,
  refundPolicyNotices,
} from "../../views/admin/orders/refund-policies.ts";
import { adminPageOf, type AdminPageRequest } from "../parts/page-request.ts";
import { cursorIn, pagesOf } from "../parts/paging.ts";
import { mayPerform } from "../parts/may-perform.ts";
import { getPage, postForm } from "../parts/routes.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { tryProductOf } from "#domain/offers/coupons/product.ts";
import type { IdKind } from "#domain/platform/ids.ts";
import type { Locale } from "#domain/platform/site/locales.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { textFor } from "../../text/catalogue.ts";
import { fillPlain } from "../../views/parts/markup.ts";
import { matchesByName } from "../derived/choices.ts";

const perPage = 20;

/** GET and POST /admin/payments/refunds: refund policies of single items. */
export function refundPolicyPages(app: FastifyInstance): void {
  getPage(app, refundPoliciesPath, async (pageRequest, request) => {
    const { cursor, done } = request.query;
    const notice = refundPolicyNotices.find((name) => name === done);
    return show(pageRequest, { notice }, cursor);
  });

  postForm(app, refundPoliciesPath, async (pageRequest, form) => {
    const typed = form.get("item")?.trim() ?? "";
    const { removeRefundPolicy, saveRefundPolicy } = await adminOperations.payments();
    if (form.get("act") === "remove") {
      await perform(removeRefundPolicy, pageRequest.context, { item: typed });
      return pageRequest.reply.redirect(`${refundPoliciesPath}?done=removed`, 303);
    }
    const { locale } = adminPageOf(pageRequest, "payments");
    const { item, problem } = await findItem(pageRequest.context, typed, locale);
    const submitted = { typed, access: form.get("access") };
    if (problem !== undefined) return show(pageRequest, { ...submitted, problem });
    try {
      await perform(saveRefundPolicy, pageRequest.context, { item, access: form.get("access") });
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== "validation_failed") throw error;
      return show(pageRequest, submitted);
    }
    return pageRequest.reply.redirect(`${refundPoliciesPath}?done=saved`, 303);
  });
}

async function show(
  pageRequest: AdminPageRequest,
  view: Pick<RefundPoliciesView, "notice" | "typed" | "access" | "problem">,
  cursor?: string,
): Promise<FastifyReply> {
  const input = { limit: perPage, ...cursorIn(cursor) };
  const { listRefundPolicies, saveRefundPolicy } = await adminOperations.payments();
  const { policies, nextCursor } = await perform(listRefundPolicies, pageRequest.context, input);
  const pages = pagesOf(refundPoliciesPath, {}, nextCursor, cursor);
  const mayChange = mayPerform(pageRequest.context.caller, saveRefundPolicy);
  const page = refundPolicies(adminPageOf(pageRequest, "payments"), { ...view, policies, pages, mayChange });
  return sendPage(pageRequest.reply, page, { status: view.typed === undefined ? 200 : 422 });
}

/** Kinds of items that have a refund policy. */
const kinds: readonly IdKind[] = ["course", "membershipPlan", "event", "digitalProduct", "consultingService"];

/**
 * Finds an item by its name, as relations of derived forms do. Returns its ID, or why no single item is meant. IDs and
 * addresses are returned as they are.
 */
async function findItem(
  context: RequestContext,
  text: string,
  locale: Locale,
): Promise<{ item: string; problem?: string }> {
  const isAddress = text.startsWith("/") || URL.canParse(text);
  if (text === "" || isAddress || tryProductOf(text)) return { item: text };
  const matches = (await Promise.all(kinds.map(async (kind) => matchesByName(context, kind, text, locale)))).flat();
  const exact = matches.filter(({ label }) => label.toLowerCase() === text.toLowerCase());
  const [one, other] = exact.length === 1 ? exact : matches;
  const { noMatch, manyMatches } = textFor(locale).admin.derived.form;
  if (!one) return { item: text, problem: fillPlain(noMatch, { text }) };
  if (!other) return { item: one.id };
  const names = matches.map(({ label, id }) => `${label} (${id})`).join(", ");
  return { item: text, problem: fillPlain(manyMatches, { text, names }) };
}

import type { FastifyReply } from "fastify";
import { optionsForMember, signInCeremony } from "#domain/people/second-factors/passkey-options.ts";
import { findFactors } from "#domain/people/second-factors/queries.ts";
import type { PendingAuthorization } from "#oauth/authorizations.ts";
import { pageOf, type PageRequest } from "../responses/page-request.ts";
import { formTargetOf, sendPage } from "../responses/send.ts";
import { passkeyPolicy } from "../views/parts/passkey-form.ts";
import { type ProofProblem, secondStep as view } from "../views/sign-in/second-step.ts";
import { queryOf } from "./query-of.ts";
import type { FirstStep } from "#domain/people/sign-in/first-step.ts";

interface Shown {
  step: FirstStep;
  /** The same, encrypted for the browser. */
  sealed: string;
  pending: PendingAuthorization | undefined;
  unsaved: string | undefined;
  /** Default: that of the request. */
  query?: string;
  problem?: ProofProblem;
  status?: number;
}

/** Shows the page for the second factor to a person who has proven the first one. */
export async function showSecondStep(
  pageRequest: PageRequest,
  { step, sealed, pending, unsaved, query, problem, status = 200 }: Shown,
): Promise<FastifyReply> {
  const { request, reply, context, browser, csrf } = pageRequest;
  const { memberId } = step;
  const { hasApp } = await findFactors(context, memberId);
  const passkey = await optionsForMember(context, memberId, signInCeremony(browser, memberId));
  const fields: [string, string][] = [
    ["csrf", csrf],
    ["step", sealed],
    ...(unsaved === undefined || pending ? [] : [["unsaved", unsaved] satisfies [string, string]]),
  ];
  const page = view(pageOf(pageRequest, pending?.request.uiLocales), {
    fields,
    query: query ?? queryOf(request),
    hasApp,
    passkey,
    problem,
  });
  return sendPage(reply, page, {
    status,
    formTarget: pending && formTargetOf(pending.request.redirectUri),
    content: passkey ? passkeyPolicy(context.site.origin) : [],
  });
}

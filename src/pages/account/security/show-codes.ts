import type { FastifyReply } from "fastify";
import { memberPageOf, type SignedInPageRequest } from "../../responses/page-request.ts";
import { sendPage } from "../../responses/send.ts";
import { type AfterCodes, recoveryCodes } from "../../views/account/security/recovery-codes.ts";

/** Shows recovery codes, this once. */
export function showCodes(
  pageRequest: SignedInPageRequest,
  codes: readonly string[],
  after: AfterCodes = { next: "/account/security" },
): FastifyReply {
  const { reply, session, csrf } = pageRequest;
  return sendPage(reply, recoveryCodes(memberPageOf(pageRequest, session), { csrf, codes, after }));
}

import type { FastifyReply } from "fastify";
import {
  addPasskey,
  listOwnPasskeys,
  PasskeyName,
  removePasskey,
  renameOwnPasskey,
} from "#domain/people/second-factors/passkey-operations.ts";
import { offersPasskeys, optionsForCreation } from "#domain/people/second-factors/passkey-options.ts";
import { showOwnFactors } from "#domain/people/second-factors/factor-operations.ts";
import { formatId, parseId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { notFound, Problem } from "#domain/platform/problem.ts";
import { memberPageOf, type SignedInPageRequest } from "../../responses/page-request.ts";
import { sendPage } from "../../responses/send.ts";
import { addPasskey as addView, renamePasskey as renameView } from "../../views/account/security/passkey.ts";
import { removeFactor } from "../../views/account/security/questions.ts";
import { passkeyPolicy } from "../../views/parts/passkey-form.ts";
import { deviceName } from "#lib/text/device-name.ts";
import { type confirmedPages, isRequired } from "./own-page.ts";
import { showCodes } from "./show-codes.ts";

const path = "/account/security";

/** /account/security/passkeys: adds, renames and removes passkeys. */
export function passkeyPages(pages: ReturnType<typeof confirmedPages>): void {
  pages(`${path}/passkeys/new`, {
    show: (pageRequest) => showAdd(pageRequest, {}),
    async submit(pageRequest, form) {
      const { context, browser, reply } = pageRequest;
      const name = form.get("name") ?? "";
      const registration = form.get("passkey") ?? "";
      if (!PasskeyName.safeParse(name).success) return showAdd(pageRequest, { name, problem: "badName", status: 422 });
      try {
        const { codes } = await perform(addPasskey, context, { name, registration, browser });
        if (codes.length > 0) return showCodes(pageRequest, codes);
      } catch (error) {
        if (!(error instanceof Problem && error.code === "validation_failed")) throw error;
        return showAdd(pageRequest, { name, problem: "refused", status: 422 });
      }
      return reply.redirect(`${path}?done=passkey_added`, 303);
    },
  });

  pages(`${path}/passkeys/:id/rename`, {
    show: async (pageRequest) => showRename(pageRequest, await requireOwn(pageRequest, pageRequest.id)),
    async submit(pageRequest, form) {
      const passkey = await requireOwn(pageRequest, pageRequest.id);
      const name = form.get("name") ?? "";
      if (!PasskeyName.safeParse(name).success) {
        return showRename(pageRequest, { ...passkey, name }, { problem: "badName", status: 422 });
      }
      await perform(renameOwnPasskey, pageRequest.context, { passkeyId: passkey.id, name });
      return pageRequest.reply.redirect(`${path}?done=passkey_renamed`, 303);
    },
  });

  pages(`${path}/passkeys/:id/remove`, {
    async show(pageRequest) {
      const { id, name } = await requireOwn(pageRequest, pageRequest.id);
      const { hasApp, passkeys } = await perform(showOwnFactors, pageRequest.context, {});
      const action = `${path}/passkeys/${id}/remove`;
      const isLast = !hasApp && passkeys === 1;
      const view = { csrf: pageRequest.csrf, action, name, isLast, isRequired: isRequired(pageRequest) };
      return sendPage(pageRequest.reply, removeFactor(memberPageOf(pageRequest, pageRequest.session), view));
    },
    async submit({ context, reply, id }) {
      await perform(removePasskey, context, { passkeyId: id });
      return reply.redirect(`${path}?done=passkey_removed`, 303);
    },
  });
}

/** Throws `not_found` for a passkey of another person. */
async function requireOwn({ context }: SignedInPageRequest, id: string): Promise<{ id: string; name: string }> {
  const { passkeys } = await perform(listOwnPasskeys, context, {});
  const own = passkeys.find((passkey) => passkey.id === parseId("passkey", id));
  if (!own) throw notFound("passkey", id);
  return { id: formatId("passkey", own.id), name: own.name };
}

interface Shown {
  name?: string;
  problem?: "badName" | "refused";
  status?: number;
}

async function showAdd(
  pageRequest: SignedInPageRequest,
  { name, problem, status = 200 }: Shown,
): Promise<FastifyReply> {
  const { request, reply, context, csrf, session, browser } = pageRequest;
  if (!offersPasskeys(context)) throw new Problem("not_found", "This address has no passkeys.");
  const view = {
    csrf,
    name: name ?? deviceName(request.headers["user-agent"] ?? "").slice(0, 60),
    options: await optionsForCreation(context, browser, session),
    problem,
  };
  const content = passkeyPolicy(context.site.origin);
  return sendPage(reply, addView(memberPageOf(pageRequest, session), view), { status, content });
}

function showRename(
  pageRequest: SignedInPageRequest,
  { id, name }: { id: string; name: string },
  { problem, status = 200 }: Omit<Shown, "name"> = {},
): FastifyReply {
  const view = { csrf: pageRequest.csrf, action: `${path}/passkeys/${id}/rename`, name, problem };
  return sendPage(pageRequest.reply, renameView(memberPageOf(pageRequest, pageRequest.session), view), { status });
}

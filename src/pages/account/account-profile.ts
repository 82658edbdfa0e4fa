import type { FastifyInstance, FastifyReply } from "fastify";
import { maxPictureBytes, updateOwnProfile } from "#domain/people/members/profile/own-profile.ts";
import { perform } from "#domain/platform/operation.ts";
import { showAccount } from "./account.ts";
import { refusalOf } from "../forms/form-refusal.ts";
import { filesOf } from "../forms/upload.ts";
import { type SignedInPageRequest } from "../responses/page-request.ts";
import type { MemberRoutes } from "../sign-in/member-routes.ts";

/** POST /account/profile and /account/picture/remove: members change their name and picture at the site. */
export function accountProfilePages(app: FastifyInstance, { postForm }: MemberRoutes): void {
  const profile = { path: "/account/profile", formAt: "/account", upload: { maxBytes: maxPictureBytes } } as const;
  postForm(app, profile, async (pageRequest, form, request) => {
    const name = form.get("name") ?? "";
    const picture = filesOf(request).byField.get("picture");
    return save(pageRequest, { name, ...(picture && { picture }) }, "profile_saved");
  });

  postForm(app, { path: "/account/picture/remove", formAt: "/account" }, async (pageRequest) => {
    return save(pageRequest, { picture: null }, "picture_removed");
  });
}

async function save(
  pageRequest: SignedInPageRequest,
  changes: { name?: string; picture?: unknown },
  notice: "profile_saved" | "picture_removed",
): Promise<FastifyReply> {
  const { context, reply } = pageRequest;
  try {
    await perform(updateOwnProfile, context, changes);
  } catch (error) {
    return showAccount(pageRequest, {}, { ...refusalOf(error, reply), name: changes.name });
  }
  return reply.redirect(`/account?done=${notice}`, 303);
}

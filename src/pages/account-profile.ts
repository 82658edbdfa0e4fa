import type { FastifyInstance, FastifyReply } from "fastify";
import { maxPictureBytes, updateOwnProfile } from "#domain/people/members/own-profile.ts";
import { perform } from "#domain/platform/operation.ts";
import { showAccount } from "./account.ts";
import { askToSignIn } from "./ask-to-sign-in.ts";
import { refusalOf } from "./form-refusal.ts";
import { acceptUploads, readUpload } from "./upload.ts";
import { sendStaleForm } from "./stale-form.ts";
import { formOf, isSignedIn, type SignedInVisit, type StartVisit } from "./visit.ts";

/** POST /account/profile and /account/picture/remove: members change their name and picture at the site. */
export function accountProfilePages(app: FastifyInstance, visit: StartVisit, csrfKey: Buffer): void {
  void app.register(async (uploads) => {
    await acceptUploads(uploads, maxPictureBytes);
    uploads.post("/account/profile", async (request, reply) => {
      const visitor = await visit(request, reply);
      if (!isSignedIn(visitor)) return askToSignIn(visitor, csrfKey);
      const { fields, byField } = await readUpload(request, maxPictureBytes);
      const form = formOf(visitor, csrfKey, fields);
      if (!form) return sendStaleForm(visitor, "/account", fields);
      const name = form.get("name") ?? "";
      const picture = byField.get("picture");
      return save(visitor, { name, ...(picture && { picture }) }, "profile_saved");
    });
  });

  app.post("/account/picture/remove", async (request, reply) => {
    const visitor = await visit(request, reply);
    if (!isSignedIn(visitor)) return askToSignIn(visitor, csrfKey);
    if (!formOf(visitor, csrfKey)) return sendStaleForm(visitor, "/account");
    return save(visitor, { picture: null }, "picture_removed");
  });
}

async function save(
  visitor: SignedInVisit,
  changes: { name?: string; picture?: unknown },
  notice: "profile_saved" | "picture_removed",
): Promise<FastifyReply> {
  const { context, reply } = visitor;
  try {
    await perform(updateOwnProfile, context, changes);
  } catch (error) {
    return showAccount(visitor, {}, { ...refusalOf(error, reply), name: changes.name });
  }
  return reply.redirect(`/account?done=${notice}`, 303);
}

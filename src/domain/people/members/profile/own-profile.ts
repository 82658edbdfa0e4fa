import * as z from "zod";
import { selfOf } from "#domain/platform/callers/own-session.ts";
import { contentOf, storeContent, type StoredContent } from "#domain/files/files/content.ts";
import { keepFile } from "#domain/files/files/keep-file.ts";
import { ReceivedFile } from "#domain/platform/input/received-file.ts";
import type { Context } from "#domain/platform/context.ts";
import { locales } from "#domain/platform/site/locales.ts";
import { TimeZone } from "#domain/platform/time/time-zone.ts";
import { operation } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/platform/rate-limits/require-within.ts";
import { themes } from "#domain/platform/site/themes.ts";
import { changeProfile } from "./change-profile.ts";
import { FullName, Member } from "#domain/people/members/member.ts";
import { updatedEvents } from "#domain/people/members/member-event.ts";
import { setTheme, lockMemberOr404, requireMember } from "#domain/people/members/queries.ts";

/** Bytes of an uploaded picture, before it is scaled down. */
export const maxPictureBytes = 10 * 1024 * 1024;

export const getOwnProfile = operation({
  name: "getOwnProfile",
  summary: "Retrieve the profile of the signed-in member",
  reads: { only: ["session"] },
  input: z.object({}),
  output: Member,
  run: (context) => requireMember(context, selfOf(context).memberId),
});

export const updateOwnProfile = operation({
  name: "updateOwnProfile",
  summary: "Update the profile of the signed-in member",
  description: "A picture is cropped to a square. The picture that it replaces is deleted.",
  writes: { only: ["session"] },
  input: z.object({ name: FullName.optional(), picture: z.instanceof(ReceivedFile).nullable().optional() }),
  output: Member,
  async prepare(context, { picture }): Promise<{ stored: StoredContent | undefined }> {
    await requireWithin(context, limits.profilePerMember, selfOf(context).memberId);
    return { stored: picture ? await storePicture(context, picture) : undefined };
  },
  async run(context, { name, picture, stored }) {
    const existing = await lockMemberOr404(context, selfOf(context).memberId);
    return changeProfile(context, existing, {
      ...(name !== undefined && { name }),
      ...(picture === null && { pictureFileId: null }),
      ...(stored && { pictureFileId: await keepPicture(context, stored) }),
    });
  },
  event: (_input, member) => updatedEvents(member),
});

export const updateOwnPreferences = operation({
  name: "updateOwnPreferences",
  summary: "Update language, theme and time zone of the member",
  description: "Without a time zone, the member has that of the school.",
  writes: { only: ["session"] },
  input: z.object({
    locale: z.enum(locales).optional(),
    theme: z.enum(themes).optional(),
    timeZone: TimeZone.nullable().optional(),
  }),
  output: Member,
  async prepare(context) {
    await requireWithin(context, limits.preferencesPerMember, selfOf(context).memberId);
    return {};
  },
  async run(context, { theme, ...changes }) {
    const { memberId } = selfOf(context);
    const existing = await lockMemberOr404(context, memberId);
    if (theme !== undefined) await setTheme(context, memberId, theme);
    return changeProfile(context, existing, changes);
  },
  event: (_input, member) => updatedEvents(member),
});

function storePicture(context: Context, { bytes, sha256 }: ReceivedFile): Promise<StoredContent> {
  if (bytes.length > maxPictureBytes) {
    throw new Problem("unsupported_media", `A picture can have at most ${maxPictureBytes / 1024 / 1024} MiB.`);
  }
  return storeContent(context, contentOf(bytes, sha256), "profile_picture");
}

/** Uses a fixed file name, because the name of a public file is public and the original name can be private. */
async function keepPicture(context: Context, stored: StoredContent): Promise<string> {
  const filename = `picture.${stored.contentType.replace("image/", "")}`;
  return (await keepFile(context, { filename, purpose: "profile_picture" }, stored)).id;
}

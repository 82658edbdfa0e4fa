import type { MemberRecord } from "#domain/people/members/member.ts";
import type { MemberRowChanges } from "#domain/people/members/queries.ts";

/** The limits of `Metadata` and `Tags`. */
const maxKeys = 50;
const maxTags = 20;

/** Changes of the surviving member, whose own values win. Empty fields are filled from the merged member. */
export function mergedProfile(from: MemberRecord, into: MemberRecord): MemberRowChanges {
  return {
    name: into.name ?? from.name,
    phone: into.phone ?? from.phone,
    pictureFileId: into.pictureFileId ?? from.pictureFileId,
    locale: into.locale ?? from.locale,
    timeZone: into.timeZone ?? from.timeZone,
    externalId: into.externalId ?? from.externalId,
    tags: [...new Set([...into.tags, ...from.tags])].slice(0, maxTags),
    customFields: { ...from.customFields, ...into.customFields },
    metadata: Object.fromEntries(
      Object.entries({ ...into.metadata, ...from.metadata, ...into.metadata }).slice(0, maxKeys),
    ),
    joinedAt: from.joinedAt < into.joinedAt ? from.joinedAt : into.joinedAt,
  };
}

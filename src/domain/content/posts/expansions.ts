import { named } from "#domain/platform/expansion/expansion.ts";
import { coverFile } from "#domain/files/files/expansions.ts";
import { members } from "#domain/people/members/expansions.ts";
import { itsPostCategory } from "#domain/content/post-categories/expansions.ts";

export const postExpansions = {
  author: named(members, (post: { authorMemberId: string | null }) => post.authorMemberId),
  category: itsPostCategory,
  coverFile,
};

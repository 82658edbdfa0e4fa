import { named } from "#domain/expansion/expansion.ts";
import { coverFile } from "#domain/files/expansions.ts";
import { members } from "#domain/members/expansions.ts";
import { itsPostCategory } from "#domain/post-categories/expansions.ts";

export const postExpansions = {
  author: named(members, (post: { authorMemberId: string | null }) => post.authorMemberId),
  category: itsPostCategory,
  coverFile,
};

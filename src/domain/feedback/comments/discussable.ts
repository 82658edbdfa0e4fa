import type { Role } from "#access/roles.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { DiscussedType, LockedComment } from "./discussion.ts";

/** A resource that the current member may discuss. */
export interface Discussable {
  type: DiscussedType;
  id: string;
  courseId: string | null;
  /** Path of its page, and its title, for the notification of a reply. */
  path: string;
  title: string;
  /** Role that the member comments with. */
  role: Role;
  moderates: boolean;
}

/** Path of a comment on the page of its resource. */
export const pathOfComment = (path: string, id: string): string => {
  const wireId = formatId("comment", id);
  return `${path}?comment=${wireId}#${wireId}`;
};

export const isOn = (
  { commentableType, commentableId }: LockedComment,
  { type, id }: Pick<Discussable, "type" | "id">,
): boolean => commentableType === type && commentableId === id;

import type { Role } from "#access/roles.ts";
import type { MemberRecord } from "#domain/people/members/member.ts";

/** A member as a directory sees them: the school's record and the directory's. */
export interface ProvisionedMember
  extends
    Pick<
      MemberRecord,
      | "id"
      | "email"
      | "name"
      | "phone"
      | "locale"
      | "timeZone"
      | "roles"
      | "status"
      | "customFields"
      | "version"
      | "createdAt"
      | "updatedAt"
    >,
    DirectoryRecord {}

/** Record of a directory about a member. Empty for members who were there before and whom it has not changed. */
export interface DirectoryRecord {
  externalId: string | null;
  givenName: string | null;
  familyName: string | null;
  /** Roles that the directory named for the member. */
  namedRoles: Role[];
  /** Roles that the member has through the directory only. */
  addedRoles: Role[];
  /** The time at which the directory suspended the member. */
  suspendedAt: Date | null;
}

export const emptyRecord: DirectoryRecord = {
  externalId: null,
  givenName: null,
  familyName: null,
  namedRoles: [],
  addedRoles: [],
  suspendedAt: null,
};

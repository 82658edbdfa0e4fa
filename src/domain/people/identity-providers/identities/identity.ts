import type { Role } from "#access/roles.ts";

/** A person at a provider: the subject there, never the address. */
export interface Identity {
  id: string;
  providerId: string;
  subject: string;
  memberId: string;
  /** Address at the last sign-in, for display. */
  email: string | null;
  /**
   * `person`: connected by the signed-in member. `address`: by an address of the member that the provider speaks for.
   * `created`: the member began with it.
   */
  linkedBy: "person" | "address" | "created";
  /** Roles that the member has because of groups at the provider only. */
  groupRoles: Role[];
  createdAt: Date;
  lastUsedAt: Date;
}

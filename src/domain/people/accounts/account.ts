/** A person across all sites of the installation. Credentials belong to the account, not to a site. */
export interface Account {
  id: string;
  /** As entered; compared by `emailKey`. */
  email: string;
  emailVerifiedAt: Date | null;
  /** Null: the account is not claimed yet. */
  passwordHash: string | null;
  /**
   * Site whose operator chose the password. Null: set by a person with proven access to the address's mailbox. Only
   * such a password accepts memberships at other sites.
   */
  passwordSiteId: string | null;
  /** Null: set before this was recorded. */
  passwordSetAt: Date | null;
  /** BCP 47. */
  locale: string | null;
  createdAt: Date;
}

/** A new account. Without `passwordSiteId`, its password counts as chosen by the owner. */
export type NewAccount = Omit<Account, "passwordSiteId" | "passwordSetAt"> & Partial<Account>;

/** Returns true if the owner of the address has set the password. */
export const isClaimed = (account: Pick<Account, "passwordHash" | "passwordSiteId">): boolean =>
  account.passwordHash !== null && account.passwordSiteId === null;

/** A site at which an account is a member. */
export interface AccountSite {
  siteId: string;
  memberId: string;
}

/** A person, at every site of the installation: what they sign in with is theirs, and no site's. */
export interface Account {
  id: string;
  /** As the person writes it; compared by `emailKey`. */
  email: string;
  emailVerifiedAt: Date | null;
  /** Null: nobody has claimed the account yet. */
  passwordHash: string | null;
  /**
   * The site whose operator chose the password. Null: it was set by somebody who proved that they read mail of the
   * address. Only such a password accepts memberships at other sites.
   */
  passwordSiteId: string | null;
  /** Null: before this was recorded. */
  passwordSetAt: Date | null;
  /** BCP 47. */
  locale: string | null;
  createdAt: Date;
}

/** A new account; without `passwordSiteId` its password is the owner's own. */
export type NewAccount = Omit<Account, "passwordSiteId" | "passwordSetAt"> & Partial<Account>;

/** Returns true if the owner of the address has set the password. */
export const isClaimed = (account: Pick<Account, "passwordHash" | "passwordSiteId">): boolean =>
  account.passwordHash !== null && account.passwordSiteId === null;

/** Where an account is a member. */
export interface AccountSite {
  siteId: string;
  memberId: string;
}

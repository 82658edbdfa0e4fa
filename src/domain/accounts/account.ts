/** A person, at every site of the installation: what they sign in with is theirs, and no site's. */
export interface Account {
  id: string;
  /** As the person writes it; compared by `emailKey`. */
  email: string;
  emailVerifiedAt: Date | null;
  /** Null: nobody has claimed the account yet. */
  passwordHash: string | null;
  /** BCP 47. */
  locale: string | null;
  createdAt: Date;
}

/** Where an account is a member. */
export interface AccountSite {
  siteId: string;
  memberId: string;
}

import { emailKey } from "#domain/platform/email.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { MemberRecord } from "./member.ts";
import { listMembersById } from "./queries.ts";
import { lockNamed, type MemberNames, signInKeysAmong } from "./bulk/lock-members.ts";

/** Fields by which a row names a member. */
interface Named {
  id?: string | undefined;
  email?: string | undefined;
  externalId?: string | null | undefined;
}

/** The locked members that a request names, and the names that are taken. */
export class NamedMembers {
  readonly #scope: SiteScope;
  /** Members by each of their names (`id …`, `email …`, `external …`). */
  readonly #members = new Map<string, MemberRecord>();
  /** Ids of the members that have a name, including deleted members. */
  readonly #owners = new Map<string, string>();
  #signInKeys: ReadonlySet<string> = new Set();

  constructor(scope: SiteScope) {
    this.#scope = scope;
  }

  /** Reads and locks the members with these names. */
  async read(named: readonly Named[]): Promise<void> {
    const names = toNames(named);
    const rows = await lockNamed(this.#scope, names);
    this.#signInKeys = this.#signInKeys.union(await signInKeysAmong(this.#scope, names.emailKeys));
    const current = rows.filter(({ deletedAt }) => !deletedAt).map(({ id }) => id);
    this.store(named.flatMap(namesOf), current.length > 0 ? await listMembersById(this.#scope, current) : []);
    for (const { id, emailKey: key, externalId } of rows) {
      this.#owners.set(`email ${key}`, id);
      if (externalId !== null) this.#owners.set(`external ${externalId}`, id);
    }
  }

  /** Replaces the cached members of these names by the current ones. */
  store(names: readonly string[], members: readonly MemberRecord[]): void {
    for (const name of names) {
      this.#members.delete(name);
      this.#owners.delete(name);
    }
    for (const member of members) {
      for (const name of namesOf(member)) {
        this.#members.set(name, member);
        this.#owners.set(name, member.id);
      }
    }
  }

  /** Finds by id, by external id, then by address. */
  find({ id, email, externalId }: Named): MemberRecord | undefined {
    if (id !== undefined) return this.#members.get(`id ${id}`);
    const byExternalId = externalId ? this.#members.get(`external ${externalId}`) : undefined;
    return byExternalId ?? (email === undefined ? undefined : this.#members.get(`email ${emailKey(email)}`));
  }

  /** Ids of the members that have the address or the external id, deleted or not. */
  ownersOf({ email, externalId }: Pick<Named, "email" | "externalId">) {
    return {
      byEmail: email === undefined ? undefined : this.#owners.get(`email ${emailKey(email)}`),
      byExternalId: externalId ? this.#owners.get(`external ${externalId}`) : undefined,
    };
  }

  /** Returns whether a member who has accepted signs in with the address. */
  signsIn(email: string): boolean {
    return this.#signInKeys.has(emailKey(email));
  }
}

/** Keys of the names of a row or a member. */
export const namesOf = ({ id, email, externalId }: Named): string[] => [
  ...(id === undefined ? [] : [`id ${id}`]),
  ...(email === undefined ? [] : [`email ${emailKey(email)}`]),
  ...(externalId ? [`external ${externalId}`] : []),
];

const toNames = (named: readonly Named[]): MemberNames => ({
  ids: named.flatMap(({ id }) => id ?? []),
  emailKeys: named.flatMap(({ email }) => (email === undefined ? [] : emailKey(email))),
  externalIds: named.flatMap(({ externalId }) => externalId ?? []),
});

import { type Scope, scopeNames, scopes } from "./scopes.ts";

/** Roles of a member at one site, highest first: the order in which they are answered everywhere. */
export const roles = ["owner", "manager", "lecturer", "teaching_assistant", "student"] as const;

export type Role = (typeof roles)[number];

export const isRole = (value: string): value is Role => roles.some((role) => role === value);

/** Highest privilege first, without repeats. */
export const inOrder = (held: Iterable<Role>): Role[] => {
  const set = new Set(held);
  return roles.filter((role) => set.has(role));
};

const operatorScopes = scopeNames.filter((name) => scopes[name].kind === "operator");

/** For their own courses only: the slices of the domain narrow the rows, this table the scopes. */
const lecturerScopes: readonly Scope[] = [
  "courses:read",
  "courses:write",
  "curriculum:read",
  "curriculum:write",
  "students:read",
  "students:write",
  "analytics:read",
  "comments:read",
  "posts:read",
  "posts:write",
  "lecturers:read",
  "storage:write",
];

const operatorScopesOf: Record<Role, readonly Scope[]> = {
  owner: operatorScopes,
  manager: operatorScopes,
  lecturer: lecturerScopes,
  teaching_assistant: lecturerScopes.filter((scope) => scope.endsWith(":read")),
  student: [],
};

/** What a person with any role may give to a client: who they are, and their own account. */
const ownScopes = scopeNames.filter((name) => scopes[name].kind !== "operator");

const scopesOf: ReadonlyMap<Role, ReadonlySet<Scope>> = new Map(
  roles.map((role) => [role, new Set([...ownScopes, ...operatorScopesOf[role]])]),
);

/** Whether a person who holds these roles now may use this scope. The one table that every page, API and test reads. */
export const mayUse = (held: readonly Role[], scope: Scope): boolean =>
  held.some((role) => scopesOf.get(role)?.has(scope));

/** Those of the scopes that these roles give. */
export const narrowToRoles = (held: readonly Role[], requested: readonly Scope[]): Scope[] =>
  requested.filter((scope) => mayUse(held, scope));

/** The roles that give every one of the scopes by themselves. */
export const rolesGivingAll = (wanted: readonly Scope[]): Role[] =>
  roles.filter((role) => wanted.every((scope) => scopesOf.get(role)?.has(scope)));

import { type Scope, scopeNames, scopes } from "./scopes.ts";

/** Roles of a member at one site, highest privilege first. Every response lists them in this order. */
export const roles = ["owner", "manager", "lecturer", "teaching_assistant", "student"] as const;

export type Role = (typeof roles)[number];

export const isRole = (value: string): value is Role => roles.some((role) => role === value);

/** Sorts roles by privilege, highest first, and removes duplicates. */
export const inOrder = (memberRoles: Iterable<Role>): Role[] => {
  const set = new Set(memberRoles);
  return roles.filter((role) => set.has(role));
};

const operatorScopes = scopeNames.filter((name) => scopes[name].kind === "operator");

/**
 * Scopes of a lecturer. They apply to the lecturer's own courses only: domain slices filter the rows, this table the
 * scopes.
 */
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

/** Scopes that a member with any role can grant to a client: identity and the member's own account. */
const nonOperatorScopes = scopeNames.filter((name) => scopes[name].kind !== "operator");

const scopesOf: ReadonlyMap<Role, ReadonlySet<Scope>> = new Map(
  roles.map((role) => [role, new Set([...nonOperatorScopes, ...operatorScopesOf[role]])]),
);

/** Returns whether one of these roles grants the scope. Every page, API and test reads this table. */
export const mayUse = (memberRoles: readonly Role[], scope: Scope): boolean =>
  memberRoles.some((role) => scopesOf.get(role)?.has(scope));

/** Filters the requested scopes to those that the roles grant. */
export const narrowToRoles = (memberRoles: readonly Role[], requested: readonly Scope[]): Scope[] =>
  requested.filter((scope) => mayUse(memberRoles, scope));

/** Returns the roles that each grant all of the scopes on their own. */
export const rolesGivingAll = (requested: readonly Scope[]): Role[] =>
  roles.filter((role) => requested.every((scope) => scopesOf.get(role)?.has(scope)));

/** The table of roles and scopes of the design, written a second time to compare the code with. */
export const rolesOfTheDesign = ["owner", "manager", "lecturer", "teaching_assistant", "student"] as const;

const ofLecturers = new Set([
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
]);

const ofEverybody = new Set(["openid", "profile", "email", "account:read", "account:write"]);

export function mayRoleGive(role: (typeof rolesOfTheDesign)[number], scope: string): boolean {
  if (ofEverybody.has(scope) || role === "owner" || role === "manager") return true;
  if (role === "lecturer") return ofLecturers.has(scope);
  return role === "teaching_assistant" && ofLecturers.has(scope) && scope.endsWith(":read");
}

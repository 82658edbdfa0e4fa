/** The table of roles and scopes as the design words it, written a second time: what the code is compared with. */
export const rolesOfTheDesign = ["owner", "manager", "lecturer", "teaching_assistant", "student"] as const;

const ofLecturers = [
  ...["courses:read", "courses:write", "curriculum:read", "curriculum:write", "students:read", "students:write"],
  ...["analytics:read", "comments:read", "posts:read", "posts:write", "lecturers:read", "storage:write"],
];

const ofEverybody = ["openid", "profile", "email", "account:read", "account:write"];

export function mayRoleGive(role: (typeof rolesOfTheDesign)[number], scope: string): boolean {
  if (ofEverybody.includes(scope)) return true;
  switch (role) {
    case "owner":
    case "manager":
      return true;
    case "lecturer":
      return ofLecturers.includes(scope);
    case "teaching_assistant":
      return ofLecturers.includes(scope) && scope.endsWith(":read");
    case "student":
      return false;
  }
}

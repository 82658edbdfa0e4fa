/** Owners, managers and teachers, in person. Each part of the page needs the right of its own list, too. */
export const byStaffOfAnyKind = {
  only: ["session"],
  roles: ["owner", "manager", "lecturer", "teaching_assistant"],
} as const;

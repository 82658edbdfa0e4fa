/** Preview of the appearance. */
export const enAdminAppearance = {
  preview: "Preview",
  hint: "Shows what is not saved yet. Nothing changes for visitors.",
  pages: { home: "Home page", course: "Course page", "sign-in": "Sign-in page" },
  lowContrast: "{color} on {on}: contrast {found} to 1. Use at least {least} to 1, so that everyone can read it.",
  contrastFine: "All colors have enough contrast.",
};

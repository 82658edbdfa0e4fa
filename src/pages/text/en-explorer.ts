/** Member API explorer. */
export const enExplorer = {
  title: "Member API explorer",
  intro: "Explore the Member API of {site} and try it with your own account.",
  kept: "You sign in and grant access as for any other app. Tokens stay in this page only and end when you sign out.",
  signIn: "Sign in to start",
  signOut: "Sign out",
  needsScript: "This page requires JavaScript. Enable it, or send queries to /member/graphql with your own program.",
  failed: "Sign-in failed. Try again.",
};

/** The page on which people try the Member API. */
export const enExplorer = {
  title: "Member API explorer",
  intro: "Read what the Member API of {site} can tell, and try it with your own account.",
  kept: "You sign in and allow it as you would any application. What it gets is kept in this page alone and ends when you sign out.",
  signIn: "Sign in to begin",
  signOut: "Sign out",
  needsScript:
    "This page needs a script: turn scripts on, or send queries to /member/graphql with a program of your own.",
  failed: "Signing in did not work. Try again.",
};

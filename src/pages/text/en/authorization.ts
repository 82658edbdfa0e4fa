/** Authorization pages other than consent. */
export const enAuthorization = {
  formPost: {
    title: "Return to {host}",
    lead: "If nothing happens, select Continue.",
    submit: "Continue",
  },

  selectAccount: {
    title: "Choose an account",
    lead: "Which account do you want to use with {client}?",
    proceed: "Continue as {name}",
    other: "Use a different account",
  },

  logout: {
    title: "Sign out of {site}?",
    byClient: "{client} asks to sign you out. You are signed in as {account}.",
    withoutClient: "You are signed in as {account}.",
    detail: "You are signed out in this browser only. Connected apps keep their access.",
    submit: "Sign out",
    stay: "Stay signed in",
  },
};

/** Sign-in with a code or a link in an email. */
export const enSignInCodes = {
  send: "Email me a sign-in code",
  noAddress: "Enter your email address, such as ana@school.example.",
  lead: "We email you six digits. You need no password.",
  usePassword: "Use your password instead",
  useCode: "Get a code by email instead",
  enter: {
    title: "Check your email",
    lead: "If {email} can sign in at {site}, we sent an email to it. Enter the six digits from it, or open its link in this browser.",
    digits: "Six digits",
    submit: "Sign in",
    none: "No email after a few minutes? Check your spam folder and the address.",
    again: "Send a new email",
    sentAgain: "If the address can sign in, a new email is on its way. Only the newest one works.",
    back: "Use another address or another way",
  },
  problem: {
    incomplete: "Enter all six digits from the email.",
    wrong: "These digits are not right. Compare them with the newest email and try again.",
    spent: "Too many wrong digits. Open the link in the email in this browser, or ask for a new email.",
    link_only:
      "Digits are off for now, because too many wrong ones were entered. Open the link in the email in this browser.",
    ended: "This code has expired or was used already. Ask for a new one.",
  },
  confirm: {
    title: "Sign in to {site}",
    lead: "You asked to sign in as {email} in this browser.",
    submit: "Sign in",
  },
  elsewhere: {
    title: "Go back to your other browser",
    lead: "This link works only in the browser where you asked for it. Enter these digits there:",
    warning: "If you did not ask for them, close this page. Never give these digits to anyone.",
  },
};

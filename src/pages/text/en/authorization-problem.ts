/** Reasons why an authorization request cannot continue. */
export const enAuthorizationProblem = {
  unknownClient: "the app",
  returnTo: "Return to {host}",
  account: "View connected apps",
  home: "Go to {site}",
  kinds: {
    expired: {
      title: "This sign-in link has expired",
      lead: "The request from {client} was open for too long.",
      more: "Return to {client} and sign in again from there.",
    },
    approved: {
      title: "You have already allowed this request",
      lead: "You allowed {client} to use your account, and it was notified.",
      more: "You can close this page. If {client} still asks you to sign in, start again from there. You can revoke its access at any time on your account page.",
    },
    denied: {
      title: "You have already denied this request",
      lead: "You denied access to {client}, and it was notified.",
      more: "You can close this page. If you want to allow it after all, return to {client} and sign in again from there.",
    },
    answered: {
      title: "This request is already complete",
      lead: "{site} has sent the result to {client}.",
      more: "You can close this page. If {client} still asks you to sign in, start again from there.",
    },
    other_browser: {
      title: "Continue in the browser in which you started",
      lead: "This sign-in was started in another browser, or this browser no longer has the cookies of {site}.",
      more: "If you started it here, allow cookies for {site}, return to the app and sign in again from there. Private windows and strict privacy settings can delete cookies.",
    },
    client_removed: {
      title: "This app is no longer available",
      lead: "{site} removed or blocked {client} after you started to sign in.",
      more: "It cannot use your account. If you need it, contact {site}.",
    },
    redirect_removed: {
      title: "This app has changed",
      lead: "The settings of {client} were changed after you started to sign in.",
      more: "Return to {client} and sign in again from there. If that does not help, contact {site}.",
    },
    unknown: {
      title: "This sign-in link is not valid",
      lead: "The address of this page is incomplete, or it does not belong to a sign-in at {site}.",
      more: "Return to the app and sign in again from there.",
    },
  },
};

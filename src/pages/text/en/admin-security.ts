/** Signing keys, lifetimes and sign-up. */
export const enAdminSecurity = {
  signing: {
    intro:
      "Applications that sign members in with {site} can get an ID token, a signed statement of the member’s identity. They verify it with the keys published here.",
    state: "Signing",
    off: { name: "Off", about: "No ID tokens and no published keys. The discovery documents mention neither." },
    published: {
      name: "Keys published, signing off",
      about: "Applications can fetch the keys. Use this step before you turn signing on and after you turn it off.",
    },
    on: { name: "On", about: "The keys are published, and each sign-in returns an ID token." },
    keys: "Keys",
    keysIntro: "Each key has a key ID (kid). The private part never leaves the server.",
    none: "No keys yet. The first key is created when it is needed.",
    unpublished: "Signing is off. These keys are kept but not published.",
    states: { next: "Next", signing: "Active", retiring: "Retiring" },
    since: "Signing since {time}",
    signed: "Signed from {time}",
    from: "Signs from {time}",
    until: "Published until {time}",
    rotation: "Key rotation",
    rotationAbout:
      "A new key is published immediately and starts signing after 15 minutes, so that applications have time to fetch it. The current key stays published until its last ID token has expired.",
    underWay: "A new key has been published. It signs from {time}.",
    rotate: "Rotate key",
    leak: "Leaked key",
    leakAbout:
      "Withdraws all keys and signs with a new key immediately. Until applications with cached keys fetch them again, they cannot sign members in and still trust the leaked key.",
    withdraw: "Withdraw all keys",
    notice: {
      saved: "Your changes have been saved.",
      rotated: "A new key has been created.",
      withdrawn: "All previous keys have been withdrawn. A new key signs now.",
    },
  },

  limits: {
    intro: "Lifetimes of tokens and sessions at {site}. Changes apply to new tokens and sessions only.",
    problem: "Your changes were not saved. Correct the errors below.",
    lifetimes: "Lifetimes",
    range: "Allowed: {min} to {max}.",
    wrong: "Enter a whole number from {min} to {max}.",
    amount: "Number",
    unit: "Unit",
    units: { seconds: "seconds", minutes: "minutes", hours: "hours", days: "days" },
    accessTokenLifetime: {
      name: "Access tokens",
      about: "Applications send one with each request and refresh it when it expires.",
    },
    refreshTokenLifetime: {
      name: "Refresh tokens",
      about: "Maximum time without use before the member must authorize the application again.",
    },
    refreshTokenGrace: {
      name: "Refresh token grace period",
      about:
        "How long the previous refresh token stays valid, for lost responses and concurrent refreshes. With 0, reuse disconnects the application.",
    },
    authorizationCodeLifetime: {
      name: "Authorization codes",
      about: "Time for the application to exchange the code for tokens after consent.",
    },
    authorizationRequestLifetime: {
      name: "Authorization requests",
      about: "Time for the member to sign in and consent.",
    },
    sessionLifetime: {
      name: "Sessions",
      about: "Maximum time without activity before the member must sign in again.",
    },
    counts: "Rate limits",
    registrationsPerHour: {
      name: "App registrations per hour",
      about: "Registrations per hour from one network. Rejected attempts have a separate limit of the same size.",
    },
    joining: "Sign-up",
    openSignUp: {
      name: "Open sign-up",
      about:
        "Anyone with a verified email address can become a student. Otherwise staff adds members, under People, Members.",
    },
    passwordResets: "Password resets",
    disconnectAppsOnPasswordReset: {
      name: "Disconnect apps when a password is reset",
      about: "Members must connect their apps again. If off, members choose when they reset their password.",
    },
    personalData: "Personal data",
    lecturersSeeEmail: {
      name: "Show email addresses to lecturers",
      about:
        "Lecturers and teaching assistants see the email addresses of students in their own courses. If off, they see names only.",
    },
    mcpPseudonyms: {
      name: "Hide people's names from agents",
      about: "Agents that act for your staff see pseudonyms instead of names, email addresses and phone numbers.",
    },
  },
};

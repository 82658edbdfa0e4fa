/** Security, in English: keys and limits. */
export const enAdminSecurity = {
  signing: {
    intro:
      "An application that signs people in at {site} can be given a signed statement of who they are, an id_token. It checks the statement with the keys that are published here.",
    state: "Signing",
    off: { name: "Off", about: "Nothing is signed and no key is published. Discovery does not speak of either." },
    published: {
      name: "Keys published, nothing signed",
      about:
        "Applications can fetch the keys already. It is the step before switching signing on, and after switching it off.",
    },
    on: { name: "On", about: "The keys are published, and each sign-in gives an id_token." },
    keys: "Keys",
    keysIntro: "Each goes by its key id (kid). The private half never leaves the server.",
    none: "There is no key yet. The first one is made when it is needed.",
    unpublished: "Signing is off: these are kept, and not published.",
    states: { next: "Signs next", signing: "Signs now", retiring: "Has signed" },
    since: "Signs since {moment}",
    signed: "Signed since {moment}",
    from: "Signs from {moment}",
    until: "Published until {moment}",
    rotation: "A new key",
    rotationAbout:
      "It is published at once and signs a quarter of an hour later, when everybody has had time to fetch it. The present one stays published until its last id_token has expired.",
    underWay: "A new key is published already. It signs from {moment}.",
    rotate: "Make a new key",
    leak: "A key has leaked",
    leakAbout:
      "All keys are withdrawn, and a new one signs, at once. Applications that still remember the old keys cannot sign people in, and trust the leaked one, until they fetch the keys again.",
    withdraw: "Withdraw all keys",
    notice: {
      saved: "Your changes have been saved.",
      rotated: "A new key has been made.",
      withdrawn: "All earlier keys are withdrawn. A new one signs from now on.",
    },
  },

  limits: {
    intro: "Lifetimes of tokens and sessions at {site}. Existing ones keep their lifetime.",
    problem: "Nothing was saved. What has to be changed is written below.",
    lifetimes: "How long it lasts",
    range: "Allowed: {min} to {max}.",
    wrong: "Write a whole number. It can be {min} to {max}.",
    amount: "Number",
    unit: "Unit",
    units: { seconds: "seconds", minutes: "minutes", hours: "hours", days: "days" },
    accessTokenLifetime: {
      name: "Access tokens",
      about: "An application shows one with each request, and renews it by itself when it ends.",
    },
    refreshTokenLifetime: {
      name: "Refresh tokens",
      about: "So long an application can stay away before it has to ask the person again.",
    },
    refreshTokenGrace: {
      name: "Grace after a renewal",
      about:
        "For this time, an application can use its previous refresh token again: after a lost response, or when it refreshes twice at once. With 0, a second use disconnects the application.",
    },
    authorizationCodeLifetime: {
      name: "Authorization codes",
      about: "So long an application has to fetch its tokens after the person has agreed.",
    },
    authorizationRequestLifetime: {
      name: "Open requests",
      about: "So long a person has to sign in and to agree.",
    },
    sessionLifetime: {
      name: "Sign-ins",
      about: "So long a person can stay away before they have to sign in again.",
    },
    counts: "Rate limits",
    registrationsPerHour: {
      name: "App registrations per hour",
      about: "Registrations that apps on one network can send. Refused attempts have a limit of the same size.",
    },
    joining: "Who may join",
    openSignUp: {
      name: "Anybody may sign up",
      about:
        "Anyone who confirms an e-mail address becomes a member with the student role. Otherwise you add people yourself.",
    },
    passwordResets: "Password resets",
    disconnectAppsOnPasswordReset: {
      name: "Disconnect apps when a password is reset",
      about: "Members have to connect their apps again. Otherwise they choose on the page on which they reset it.",
    },
    personalData: "Personal data",
    lecturersSeeEmail: {
      name: "Lecturers see e-mail addresses",
      about:
        "Lecturers and teaching assistants see the e-mail addresses of students in their own courses. Otherwise they see names only.",
    },
    mcpPseudonyms: {
      name: "Hide people's names from agents",
      about: "Agents that act for your staff see pseudonyms instead of names, e-mail addresses and phone numbers.",
    },
    developers: "Developers",
    memberExplorer: {
      name: "Member API explorer",
      about: "Members can read about the Member API and try it at /member/explorer.",
    },
  },
};

/** OAuth applications. */
export const enAdminApplications = {
  intro:
    "Each application that you register here gets a client_id for its developer. Members of {site} can then connect it to their accounts, limited to the permissions that you choose.",
  none: "No applications yet.",
  register: "Register an application",
  audience: {
    member: "For members",
    operator: "For staff",
  },
  kind: { public: "Public client", confidential: "Confidential client, with a secret" },
  members: "Connected members",
  memberCount: "{count} connected",
  lastUsed: "Last used",
  lastUsedAt: "Last used {time}",
  neverUsed: "Not used yet",
  created: "Registered",

  choose: {
    title: "Who is the application for?",
    intro: "This determines the available permissions. You cannot change it later.",
    member:
      "All members of {site}, including students, can connect it to their own account: courses, progress and notifications. It never gets access to school data.",
    operator:
      "Owners, managers, lecturers and teaching assistants can connect it to manage the school: courses, members and sales. It never gets more permissions than the role of the person who connects it.",
  },

  form: {
    title: "Register an application",
    editTitle: "Edit {name}",
    problem: "The application was not saved. Correct the errors below.",
    conflict:
      "Another person changed this application while this page was open. Nothing was saved. Review the fields: saving now overwrites their changes.",
    name: "Name",
    nameHint: "Shown on the consent page. At most 100 characters.",
    description: "Description",
    descriptionHint: "An internal note for the staff, at most 1,000 characters.",
    logo: "Logo",
    logoHint: "PNG, JPEG or WebP, at most 256 KiB and 1024 × 1024 pixels. Square images look best.",
    logoAgain: "If you selected a logo, select it again.",
    removeLogo: "Remove the current logo",
    redirectUris: "Redirect URIs",
    redirectUrisHint:
      "One URI per line, exactly as the application sends it: {https}, a program on the member’s computer at {loopback}, or an app with its own scheme such as {app}.",
    postLogoutRedirectUris: "Redirect URIs after sign-out",
    postLogoutRedirectUrisHint:
      "Where the application can redirect after sign-out, one URI per line, in the same formats.",
    introspects: "Resource server: can introspect the tokens of all applications",
    introspectsHint:
      "For your own API servers that accept tokens of this site. The application can see the owner and permissions of any token, whichever application it was issued to. Confidential applications only.",
    audience: "Audience",
    fixed: "Cannot be changed. Register another application instead.",
    kind: "Application type",
    confidential: "Confidential: runs on a server",
    confidentialHint: "Gets a client secret, which it stores on its server and sends with every token request.",
    public: "Public: runs in a browser or on the user’s device",
    publicHint: "Cannot keep a secret, so it gets none.",
    scopes: "Allowed permissions",
    scopesHint: "Shown as on the consent page. Select only the permissions that the application needs.",
    narrowed:
      "Removed permissions end with the application’s next request. If you add them again, members must consent again.",
    create: "Register",
    save: "Save",
    cancel: "Cancel",
    problems: {
      name: {
        too_small: "Enter a name.",
        too_big: "Use at most 100 characters.",
        other: "Use letters, digits and punctuation.",
      },
      description: { too_big: "Use at most 1,000 characters.", other: "Use letters, digits and punctuation." },
      redirectUris: {
        too_small: "Enter at least one URI.",
        too_big: "Enter at most 20 URIs.",
        other:
          "Line {line} matches none of the three formats. A URI has at most 2,000 characters, no fragment (#) and no user name. Its host is complete and lowercase, without * and without a trailing dot.",
      },
      postLogoutRedirectUris: {
        too_big: "Enter at most 20 URIs.",
        other: "Line {line} matches none of the three formats above.",
      },
      introspectsAllTokens: { other: "Only confidential applications can introspect tokens." },
      confidential: { other: "Choose an application type." },
      scopes: { other: "Select at least one permission." },
      logo: {
        too_large: "The file is larger than 256 KiB.",
        too_many_pixels: "The image is larger than 1024 × 1024 pixels.",
        other: "The file is not a PNG, JPEG or WebP image.",
      },
    },
  },

  show: {
    edit: "Edit",
    replaceSecret: "Replace secret",
    delete: "Delete",
    clientId: "Client ID (client_id)",
    kind: "Type",
    audience: "Audience",
    description: "Description",
    secret: "Secret",
    secretHidden: "Shown only once, when it was created. If you lost it, replace it.",
    previousSecret: "The previous secret works until {time}.",
    noSecret: "None: a public client has no secret.",
    redirectUris: "Redirect URIs",
    postLogoutRedirectUris: "Redirect URIs after sign-out",
    introspection: "Introspection",
    introspectsAll: "Can introspect the tokens of all applications of this site.",
    usage: "Usage",
    connections: "Active connections",
    connectionsHint: "Each connection renews its access until it expires or is revoked.",
    scope: "Scopes (scope)",
    scopes: "Allowed permissions",
  },

  secret: {
    made: "Secret of {name}",
    once: "Copy the secret now. It is shown only once.",
    intro: "Store it only where the application keeps its secrets. Anyone who has it can impersonate the application.",
    label: "Client secret (client_secret)",
    until: "The previous secret works until {time}.",
    done: "I have copied it",
    title: "Replace the secret of {name}?",
    explanation:
      "Creates a new secret, which is shown only once. The current secret works for another 24 hours, so that you can switch without an interruption.",
    leaked: "If the secret has leaked, replace it twice. The leaked secret then stops working immediately.",
    previous:
      "The secret was replaced less than 24 hours ago. The previous secret works until {time}, but stops working immediately if you replace the current one.",
    submit: "Replace secret",
  },

  remove: {
    title: "Delete {name}?",
    explanation:
      "Its requests are rejected, all its tokens are revoked, and it disappears from the connected apps of all members. This cannot be undone.",
    members: "Connected members: {count}.",
    submit: "Delete application",
    cancel: "Keep it",
  },

  notice: {
    created: "The application is registered. Give its client_id to its developer.",
    repeated:
      "The application is already registered: the form was submitted twice. If you have not copied its secret, replace it.",
    saved: "Your changes have been saved.",
    changed: "Another person changed this application in the meantime. Nothing was saved. Review its current state.",
    deleted: "The application has been deleted. Its tokens no longer work.",
  },
};

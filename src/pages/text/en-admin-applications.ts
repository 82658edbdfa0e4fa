/** Developers, OAuth applications, in English. */
export const enAdminApplications = {
  intro:
    "Each application that you register here gets a client_id. Give it to the developer of the application. People at {site} can then connect it to their accounts, limited to the scopes that you choose.",
  none: "No application is registered yet.",
  register: "Register an application",
  audience: {
    member: "For members",
    operator: "For staff",
  },
  kind: { public: "Public client", confidential: "Confidential client, with a secret" },
  members: "Connected members",
  memberCount: "{count} connected",
  lastUsed: "Last used",
  lastUsedAt: "Last used {moment}",
  neverUsed: "Not used yet",
  created: "Registered",

  choose: {
    title: "Whom is the application for?",
    intro: "This decides what it can be allowed. It cannot be changed later.",
    member:
      "Any person with a role at {site}, students included, may connect it to their own account: their courses, their progress, their notifications. It never sees the rest of the school.",
    operator:
      "Owners, managers and teachers may connect it to work with the school: its courses, its members, its sales. Each of them gives it no more than their own role gives.",
  },

  form: {
    title: "Register an application",
    editTitle: "Edit {name}",
    problem: "This application cannot be saved yet. What has to be changed is written below.",
    conflict:
      "Another person changed this application while this page was open. Nothing was saved. Review the fields: saving now overwrites their changes.",
    name: "Name",
    nameHint: "People read it when they are asked to allow the application. At most 100 characters.",
    description: "Description",
    descriptionHint: "An internal note for the staff. Optional, at most 1,000 characters.",
    logo: "Logo",
    logoHint: "PNG, JPEG or WebP, at most 256 KiB and 1024 × 1024 pixels. A square one looks best. May be left out.",
    logoAgain: "If you picked a logo, pick it again.",
    removeLogo: "Remove the present logo",
    redirectUris: "Redirect URIs",
    redirectUrisHint:
      "Where people come back to, one per line, letter by letter as the application sends it: {https}, a program on their computer at {loopback}, or an app of its own scheme like {app}.",
    postLogoutRedirectUris: "Redirect URIs after sign-out",
    postLogoutRedirectUrisHint:
      "Where the application may send people after they sign out, one per line, in the same forms. May be left empty.",
    introspects: "Resource server: may introspect the tokens of all applications",
    introspectsHint:
      "For your own API servers that accept this site’s tokens. The application learns whose a token is and what it allows, whichever application got it. Confidential applications only.",
    audience: "For whom",
    fixed: "Cannot be changed. If it has to be otherwise, register another application.",
    kind: "Kind of application",
    confidential: "Confidential: it has a server",
    confidentialHint: "It gets a secret, which it keeps on its server and shows with every request for tokens.",
    public: "Public: it runs in a browser or on people’s own devices",
    publicHint: "Nothing it holds stays secret there, so it gets none.",
    scopes: "What it may be allowed",
    scopesHint:
      "In the words that people read when they are asked what of this they allow. Pick no more than the application needs.",
    narrowed:
      "What you take away ends at the application’s next request. If you give it back, people are asked once more.",
    create: "Register",
    save: "Save",
    cancel: "Cancel",
    problems: {
      name: {
        too_small: "Give it a name.",
        too_big: "Use at most 100 characters.",
        other: "Use letters, digits and marks.",
      },
      description: { too_big: "Use at most 1,000 characters.", other: "Use letters, digits and marks." },
      redirectUris: {
        too_small: "Give at least one.",
        too_big: "Give at most 20.",
        other:
          "Line {line} is none of the three. Mind that it is at most 2,000 characters long, has no fragment (#) and no user name, and that its host is written out, in small letters, without * and without a dot at its end.",
      },
      postLogoutRedirectUris: {
        too_big: "Give at most 20.",
        other: "Line {line} is not an address of one of the three forms above.",
      },
      introspectsAllTokens: { other: "Only a confidential application can have this right." },
      confidential: { other: "Choose one of the two." },
      scopes: { other: "Pick at least one." },
      logo: {
        too_large: "The file is larger than 256 KiB.",
        too_many_pixels: "The picture is larger than 1024 × 1024 pixels.",
        other: "The file is no PNG, JPEG or WebP picture.",
      },
    },
  },

  show: {
    edit: "Edit",
    replaceSecret: "Replace the secret",
    delete: "Delete",
    clientId: "Client ID (client_id)",
    kind: "Kind",
    audience: "For whom",
    description: "Description",
    secret: "Secret",
    secretHidden: "Shown once, when it was made. If it is lost, replace it.",
    previousSecret: "The one before it works until {moment}.",
    noSecret: "None: a public client has no secret.",
    redirectUris: "Redirect URIs",
    postLogoutRedirectUris: "Redirect URIs after sign-out",
    introspection: "Introspection",
    introspectsAll: "May introspect the tokens of all applications of this site.",
    usage: "Use",
    connections: "Live connections",
    connectionsHint: "Each can renew its access by itself until it ends or is withdrawn.",
    scope: "Its scopes (scope)",
    scopes: "What it may be allowed",
  },

  secret: {
    made: "The secret of {name}",
    once: "Copy it now: it is shown this once and cannot be read again.",
    intro: "Store it only where the application keeps its secrets. Anyone who has it can impersonate the application.",
    label: "Client secret (client_secret)",
    until: "The secret before it works until {moment}.",
    done: "I have copied it",
    title: "Replace the secret of {name}?",
    explanation:
      "The application gets a new secret, which is shown once. The current one works for another 24 hours, so that you can replace it without an interruption.",
    leaked: "Has it fallen into the wrong hands? Replace it twice: the one before the last is refused at once.",
    previous:
      "A secret was replaced less than 24 hours ago. The one before it, which works until {moment}, is refused as soon as you replace the present one.",
    submit: "Replace the secret",
  },

  remove: {
    title: "Delete {name}?",
    explanation:
      "It is refused at its next request, all its tokens end, and it leaves the list of everybody who has connected it. This cannot be undone.",
    members: "Members who have connected it: {count}.",
    submit: "Delete the application",
    cancel: "Keep it",
  },

  notice: {
    created: "The application is registered. Give its client_id to its developer.",
    repeated:
      "This application was registered already: the form was sent twice. If you have not copied its secret, replace it.",
    saved: "Your changes have been saved.",
    changed: "Another person changed this application in the meantime. Nothing was saved. Review its current state.",
    deleted: "The application has been deleted. None of its tokens works any more.",
  },
};

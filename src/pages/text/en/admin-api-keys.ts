/** API keys. */
export const enAdminApiKeys = {
  intro:
    "Scripts and systems of {site} use API keys at the operator API and the MCP server. A key acts for the person who created it. It has the permissions selected for it, as long as the roles of this person include them.",
  none: "No API keys yet.",
  add: "Create an API key",
  states: { active: "Active", expired: "Expired", revoked: "Revoked" },
  of: "Acts for {person}",
  created: "Created {time}",
  expires: "Expires {time}",
  expired: "Expired {time}",
  used: "Last used {time} from {address}",
  unused: "Not used yet",
  permissions: "Permissions",
  revoke: "Revoke",
  revokeOf: "Revoke: {name}",
  notice: {
    revoked: "The API key has been revoked.",
    repeated:
      "The API key was already created: the form was submitted twice. It cannot be shown again. If you have not copied it, revoke it and create another.",
  },

  form: {
    title: "Create an API key",
    name: "Name",
    nameHint: "What uses the key, such as “Nightly sync”.",
    expiry: "Expires after (days)",
    expiryHint: "1 to {days} days. Create a new key and replace the old one before it expires.",
    scopes: "Permissions",
    scopesHint: "Select only what the script needs.",
    password: "Your password",
    passwordHint: "Creating a key requires your password again.",
    create: "Create API key",
    cancel: "Cancel",
    problem: "The key was not created. Correct the errors below.",
    problems: {
      name: "Enter a name of 1 to 100 visible characters.",
      expiry: "Enter a whole number from 1 to {days}.",
      scopes: "Select at least one permission that your roles give you.",
      password: "The password is not correct.",
    },
    limited: "Too many attempts. Try again later.",
    full: "This site has the maximum number of API keys. Revoke one first.",
  },

  secret: {
    title: "API key “{name}”",
    once: "Copy the key now. It is shown only once.",
    intro:
      "Send it in the header Authorization: Bearer. Anyone who has the key can use its permissions: keep it out of source code.",
    label: "API key",
    until: "The previous key is valid until {time}.",
    done: "Go to the API keys",
    example: "Example",
  },

  removal: {
    title: "Revoke “{name}”?",
    explanation: "Requests with the key are refused immediately. This cannot be undone.",
    submit: "Revoke API key",
  },
};

/** Keys of directories that provision members. */
export const enAdminProvisioning = {
  intro:
    "A directory of an organization, such as Microsoft Entra ID or Okta, creates members of {site}, keeps their names current, and suspends them when they leave. Each directory gets a key of its own.",
  none: "No directory is connected yet.",
  ownersOnly: "Only owners of the school can change this.",
  add: "Connect a directory",
  address: "SCIM address",
  addressHint: "Enter this address in the directory. It is also called base URL or tenant URL.",
  states: { active: "Active", revoked: "Revoked" },
  by: "Created by {person}, {time}",
  used: "Last used {time} from {address}",
  unused: "Not used yet",
  settings: "Settings",
  settingsOf: "Settings: {name}",
  repeated:
    "The key was already created: the form was submitted twice. It cannot be shown again. Replace it if you have not copied it.",
  revoked: "The key has been revoked.",

  name: "Name",
  nameHint: "Whose directory it is, such as “Entra of Harbour Ltd.”",
  domains: "Email domains",
  domainsHint:
    "One per line. The directory then gives members only addresses of these domains, and also manages people with such an address who were here before. Empty: it gives any address, and manages only people that it created.",
  roles: "Roles that the directory may give",
  rolesHint: "Everyone from a directory is a student. A directory never makes an owner.",
  groupOf: {
    manager: "Group of managers",
    lecturer: "Group of lecturers",
    teaching_assistant: "Group of teaching assistants",
  },
  groupHint: "Name of a group of the directory whose members get this role. Empty: none.",
  password: "Your password",
  passwordHint: "To confirm that it is you.",
  recent: "Before changes are saved, you confirm your identity.",
  create: "Create key",
  cancel: "Cancel",
  wrong: {
    summary: "Nothing was saved. Correct the errors below.",
    name: "Enter a name of 1 to 100 visible characters.",
    domains: "Enter domains such as school.example, one per line, at most 50.",
    groups: "Enter names of at most 200 characters.",
    password: "The password is not correct.",
    limited: "Too many attempts. Try again later.",
    full: "The school has the maximum number of keys. Revoke one first.",
    replaced: "The key was replaced already. It cannot be shown again.",
  },

  replace: "Replace the key",
  replaceHint:
    "The present key stops working immediately. Enter the new one in the directory. Members and groups stay connected.",
  revoke: "Revoke the key",
  revokeHint:
    "Requests of the directory are refused immediately. Members and groups stay as they are. This cannot be undone.",

  secret: {
    title: "Key of “{name}”",
    once: "Copy the key now. It is shown only once.",
    intro: "Enter it in the directory as secret token. Anyone who has it can create, change and suspend members.",
    label: "Key",
    until: "The previous key is valid until {time}.",
    done: "Go to the settings",
  },
};

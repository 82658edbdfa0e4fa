/** Settings of identity providers. */
export const enAdminSignIn = {
  intro: "Let people sign in at {site} with accounts that they have elsewhere, such as those of your organization.",
  none: "People sign in with an email address and a password only.",
  providers: "Identity providers",
  byEmail: {
    title: "Sign-in by email",
    intro:
      "People get six digits and a link by email. Both work once, for 15 minutes, in the browser that asked for them.",
    noMail: "This server sends no email, so nobody can use it yet.",
    label: "Codes by email",
    choices: {
      off: { label: "Off", hint: "People sign in with their password or a provider." },
      offered: { label: "Offered", hint: "The sign-in page has a button beside the password." },
      first: {
        label: "First",
        hint: "The sign-in page begins with the code. A link leads to the password. New people sign up without one.",
      },
    },
  },
  stepUp: {
    title: "Sensitive actions of applications",
    intro:
      "Applications and agents of your staff can change roles, export people and erase members. Decide how their user must have signed in for that. Otherwise the application is refused and asks its user to sign in again. API keys have no user and are not affected.",
    label: "Required sign-in",
    choices: {
      off: { label: "Any", hint: "Every token with the scope is accepted." },
      "one-factor": { label: "Recent", hint: "Any way of signing in, within the time below." },
      "two-factors": { label: "Two factors", hint: "A passkey, or a password and a code from a phone." },
      "phishing-resistant": { label: "Passkey", hint: "Codes can be given to a false site. Passkeys cannot." },
    },
    age: "Signed in within",
    anyAge: "Any time",
  },
  roles: {
    title: "Second factors and sessions",
    intro:
      "What people of each role need to sign in, and how long they stay signed in. The strictest rule of a person's roles counts, also for people who are signed in. If you require a second factor of your own role, you set one up next.",
    factor: "Second factor",
    choices: {
      off: "Off: not offered. Those that exist still count",
      offered: "Offered: people decide",
      required: "Required: people set one up before they get in",
    },
    idle: "Without use",
    idleHint:
      "Without use: the time without activity after which people must sign in again. Empty: as in Lifetimes and sign-up.",
    absolute: "At most",
    absoluteHint: "At most: the time after which they must sign in again, however active they are. Empty: no limit.",
    wrong: {
      idle: "Enter a whole number, 10 minutes to 366 days, or nothing.",
      absolute: "Enter a whole number, 1 hour to 366 days, or nothing.",
    },
  },
  columns: { name: "Name", issuer: "Address", state: "State" },
  on: "Enabled",
  off: "Disabled",
  ownersOnly: "Only owners of the school can change this.",
  add: "Add a provider",
  addHint: "You get the address to enter at the provider next. Nobody sees the provider until you enable it.",
  preset: "Provider",
  presets: {
    google: { name: "Google", hint: "Google Accounts and Google Workspace." },
    microsoft: { name: "Microsoft Entra ID", hint: "Work and school accounts of your own tenant." },
    apple: { name: "Apple", hint: "Apple Accounts. You need a membership of the Apple Developer Program." },
    line: { name: "LINE", hint: "LINE accounts, with a LINE Login channel." },
    other: { name: "Another provider", hint: "Any service that supports OpenID Connect." },
    saml: { name: "A provider with SAML 2.0", hint: "Leave the issuer address empty. You enter its metadata next." },
  },
  name: "Name",
  nameHint: "The sign-in page shows it: “Continue with …”.",
  issuer: "Issuer address",
  issuerHint:
    "Leave it empty for Google, Apple and LINE. For Microsoft: https://login.microsoftonline.com/ with the ID of your tenant and /v2.0. Other providers name it in their documentation. It cannot be changed later.",
  create: "Continue",
  redirect: "Enter at the provider",
  redirectHint: "Register the school as a web application at the provider with these addresses.",
  addresses: {
    redirectAddress: "Redirect address",
    backChannel: "Back-channel logout address",
    frontChannel: "Front-channel logout address",
    metadataAddress: "Metadata address and entity ID",
    consumerAddress: "Assertion consumer service (ACS) address",
    logoutAddress: "Single logout address",
  },
  saml: {
    redirectHint:
      "Register the school as a service provider with the metadata address, or with the other addresses if your provider does not read metadata. The name ID must be persistent, or an email address.",
    pinned: "Pinned",
    pinnedHint: "From the metadata that an owner entered last. Only these certificates are trusted.",
    signInAddress: "Sign-in address",
    logoutAddress: "Logout address",
    readFrom: "Read from",
    fingerprints: "Certificates (SHA-256)",
    groups: "Attribute with groups",
    groupsHint: "Name of the attribute with the person’s groups, such as groups or memberOf.",
  },
  metadata: "Metadata of the provider",
  metadataHint:
    "Its address, or the XML. Leave it empty to keep the pinned values. Enter it again when the provider changes its certificate.",
  keepsCertificates: "Keep the pinned certificates beside new ones",
  keepsCertificatesHint: "During a change of certificates. Save again without it when the change is done.",
  guides: {
    apple: {
      service:
        "In Certificates, Identifiers & Profiles, create an App ID with Sign in with Apple, then a Services ID. The identifier of the Services ID is the client ID.",
      address:
        "Configure Sign in with Apple for the Services ID: enter the domain of the school and the redirect address above.",
      key: "Create a key with Sign in with Apple and download its .p8 file, which Apple offers once. The file name contains the key ID. The team ID is in your membership details.",
      relay:
        "People can hide their address. So that emails reach them, register your sender address under Sign in with Apple for Email Communication.",
    },
    line: {
      channel:
        "In the LINE Developers Console, create a LINE Login channel of the type web app. Its channel ID is the client ID, and its channel secret is the client secret.",
      address: "Enter the redirect address above as callback URL, and publish the channel.",
      email:
        "LINE sends addresses only after you have applied for the email permission. Then add the scope email below. LINE does not confirm addresses, so people connect their LINE account while signed in.",
    },
  },
  settings: "Settings",
  clientId: "Client ID",
  clientIdHint: "The provider shows it after you have registered the school.",
  clientSecret: "Client secret",
  clientSecretHint: "It is stored encrypted and never shown again.",
  teamId: "Team ID",
  teamIdHint: "Ten letters and digits.",
  keyId: "Key ID",
  keyIdHint: "Ten letters and digits, from the name of the file.",
  privateKey: "Private key",
  privateKeyHint: "The text of the .p8 file. It is stored encrypted and never shown again.",
  keepSecret: "A secret is stored. Leave this empty to keep it.",
  scopes: "Scopes",
  scopesHint: "Separated by spaces. Some providers send groups only if you ask for them here.",
  domains: "Email domains",
  domainsHint:
    "One per line. Your school trusts the provider to say who has an address of these domains. Enter only domains whose mailboxes the provider’s owner manages.",
  createsMembers: "New people become students",
  createsMembersHint: "Otherwise only members and invited people can sign in.",
  passwordsOff: "No passwords for these domains",
  passwordsOffHint: "People with an address of these domains can sign in only with this provider.",
  groupsClaim: "Claim with groups",
  groupsClaimHint: "Name of the value with the person’s groups, such as groups, roles or realm_access.roles.",
  groupRoles: "Roles of groups",
  groupRolesHint:
    "One group per line: teachers = lecturer. Roles are owner, manager, lecturer, teaching_assistant and student. They are compared at each sign-in. Roles that you gave a person yourself stay.",
  active: "Enabled",
  activeHint: "The sign-in page shows the button.",
  password: "Your password",
  passwordHint: "To confirm that it is you.",
  recent: "Before changes are saved, you confirm your identity.",
  test: "Test",
  testHint: "Signs in at the provider and shows what it sends. Nobody is signed in, and nothing is saved. Save first.",
  testGo: "Run the test",
  remove: "Delete the provider",
  removeHint:
    "Nobody can sign in with it anymore, and its sessions end. Members and their roles stay. This cannot be undone.",
  back: "All providers",
  added: "The provider is added. Register the school there, then enter what you get.",
  removed: "The provider has been deleted.",
  wrong: {
    name: "Enter a name of at most 60 characters.",
    issuer:
      "This is not a usable issuer. Enter an address of https without a question mark. For Microsoft, use the ID of your own tenant.",
    clientId: "Enter the client ID before you enable the provider.",
    teamId: "Enter the team ID: letters and digits.",
    keyId: "Enter the key ID: letters and digits.",
    clientSecret: "Enter the secret: one line of at most 1,000 characters.",
    privateKey: "Enter the whole text of the .p8 file, from BEGIN PRIVATE KEY to END PRIVATE KEY.",
    scopes: "Enter words, separated by spaces.",
    metadata:
      "This cannot be used. Enter the address or the XML of the metadata of one SAML 2.0 identity provider, with its sign-in address (HTTP-Redirect) and a certificate for signing. It must be the same provider as before.",
    domains: "Enter one domain per line, such as school.example. Each domain can belong to one provider only.",
    groupsClaim: "Enter the name of one value.",
    groupRoles: "Enter one group per line with its roles, such as: teachers = lecturer.",
    passwordsOff:
      "Your own address has one of these domains. Connect your account to the provider first, or you could not sign in anymore.",
    password: "The password is incorrect. Nothing has been saved.",
    limited: "Too many attempts. Wait a few minutes, then try again.",
  },
};

/** Sign-in with identity providers: buttons, pages on the way, and the account page. */
export const enProviders = {
  with: "Continue with {provider}",
  or: "Or",
  company: "Use my organization’s sign-in",
  noProvider: "No sign-in of an organization is set up for this address. Enter your password.",
  noAddress: "Enter your email address first.",
  leaving: {
    title: "Continue to {provider}",
    lead: "You are being sent to {provider} to sign in.",
    go: "Continue",
  },
  instead: {
    title: "Sign in with {provider}",
    lead: "People with this email domain sign in at {site} with {provider}, without a password.",
  },
  problem: {
    title: "Sign-in did not work",
    canceled: "You were not signed in, because {provider} declined or you canceled.",
    unreachable: "{provider} cannot be reached right now. Try again in a few minutes.",
    invalid: "{provider} sent an answer that {site} does not trust, so you were not signed in. Try again.",
    expired: "This sign-in has expired, was used already, or began in another browser. Start again.",
    closed: "You are not a member of {site} who can sign in. Ask the administrators of the school.",
    stale:
      "This step requires that you sign in at {provider} again, and {provider} says that you signed in earlier. Sign out at {provider}, then try again.",
    undated:
      "This step requires that you sign in at {provider} again, and {provider} does not say when you did. Use another way to sign in, or ask the administrators of the school.",
    another:
      "Your identity was not confirmed: the account that you used at {provider} is not connected to yours here, or you have set up a second factor. Try again.",
    again: "Back to sign-in",
  },
  unproven: {
    title: "Connect {provider} first",
    lead: "{provider} has not confirmed an email address that {site} trusts it for, so {site} does not know who you are.",
    steps: "If you have an account at {site}:",
    signIn: "Sign in as before.",
    connect: "Open your account, then “Ways to sign in”, and connect {provider}.",
    action: "Sign in",
    signUp: "Create an account",
  },
  account: {
    entry: "Ways to sign in",
    link: "Manage connected sign-ins",
    title: "Ways to sign in",
    intro: "Sign in at {site} with accounts that you have elsewhere.",
    none: "Nothing is connected yet.",
    noProviders: "{site} offers no sign-in with other accounts.",
    connectedAs: "Connected as {email}",
    connected: "Connected",
    lastUsed: "Last used {time}",
    connect: "Connect {provider}",
    disconnect: "Disconnect",
    disconnectOf: "Disconnect {provider}",
    last: "This is your only way to sign in. Choose a password or connect another account to disconnect it.",
    password: "Enter your password to connect an account.",
    recent: "Before you connect an account, you confirm your identity.",
    taken:
      "This account at {provider} is connected to another member, or you have connected another one. Nothing was changed.",
    back: "Back to your account",
    notice: {
      connected: "The account is connected. You can sign in with it from now on.",
      disconnected: "The account is disconnected. You cannot sign in with it anymore.",
    },
  },
  test: {
    title: "Test of {provider}",
    worked: "The test worked. {provider} sent what is shown below. Nobody was signed in, and nothing was saved.",
    failed: "The test failed. Nobody was signed in, and nothing was saved.",
    detail: "Detail",
    address: "Address",
    proven: "Confirmed: people with this address get in at their first sign-in.",
    unproven:
      "Not confirmed: at their first sign-in, people with this address have to connect the account while signed in. The provider must say that the address is verified, and its domain must be in your list.",
    roles: "Roles from groups",
    noRoles: "None",
    claims: "What the provider sent",
    back: "Back to the settings",
  },
};

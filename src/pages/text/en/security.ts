/** Second factors: the second step of signing in, the ways to sign in of a person, and confirmations. */
export const enSecurity = {
  passkey: {
    use: "Use a passkey",
    confirm: "Use your passkey",
    failed: "That did not work. Try again, or choose another way.",
    refused: "This passkey was not accepted. Try again, or choose another way.",
    or: "or",
  },

  secondStep: {
    title: "Confirm that it is you",
    lead: "One more step protects your account at {site}.",
    code: "Code from your authenticator app",
    codeHint: "Open the app on your phone and enter the six digits that it shows for {site}.",
    submit: "Continue",
    recovery: "Use a recovery code",
    recoveryCode: "Recovery code",
    recoveryHint: "One of the codes that you saved when you set up your second factor. Each works once.",
    recoverySubmit: "Continue with the recovery code",
    lost: "No phone, no passkey and no recovery code left? The administrators of {site} can help you.",
    again: "Start again",
    problem: {
      wrong_code: "This code is not correct. Enter the newest one: each code works once, for half a minute.",
      too_many: "Too many wrong codes. Wait {wait}, then try again.",
    },
  },

  entry: "Sign-in protection",
  entryLink: "Passkeys and authenticator app",
  states: {
    none: "Only your password protects your account.",
    some: "Your password alone does not sign in.",
    notOffered: "The school offers no passkeys and no authenticator app to your role.",
  },

  page: {
    title: "Sign-in protection",
    lead: "Besides your password, you can sign in with a passkey, or confirm each sign-in with a code from your phone. Then a stolen password is useless.",
    back: "Back to your account",
    passkeys: "Passkeys",
    passkeysIntro:
      "Sign in with your fingerprint, your face or the PIN of your device. A passkey works on this site only, so that no false site can ask for it.",
    noPasskeys: "You have no passkeys.",
    addPasskey: "Add a passkey",
    unsupported: "Passkeys need an address that begins with https. This site has none.",
    synced: "Shared by your devices",
    bound: "On one device",
    added: "Added {time}",
    used: "Last used {time}",
    unused: "Not used yet",
    rename: "Rename",
    renameOf: "Rename: {name}",
    remove: "Remove",
    removeOf: "Remove: {name}",
    app: "Authenticator app",
    appIntro: "An app on your phone shows a new code every 30 seconds, which you enter after your password.",
    appOn: "Turned on.",
    setUpApp: "Set up an authenticator app",
    removeApp: "Remove the app",
    codes: "Recovery codes",
    codesLeft: "{count} of your recovery codes are not used yet.",
    codesNone: "All of your recovery codes are used. Create new ones, so that you can sign in if you lose your phone.",
    newCodes: "Create new recovery codes",
    notice: {
      passkey_added: "Your passkey has been added.",
      passkey_renamed: "The passkey has been renamed.",
      passkey_removed: "The passkey has been removed. Delete it on your device too.",
      app_removed: "The authenticator app has been removed. Delete the entry in the app too.",
    },
  },

  add: {
    title: "Add a passkey",
    lead: "Give it a name by which you recognize the device. Your browser then asks for your fingerprint, your face or your PIN.",
    name: "Name",
    submit: "Create the passkey",
    noScript:
      "Your browser does not offer passkeys, or scripts are turned off. You can set up an authenticator app instead.",
    refused: "The passkey could not be added. Try again: your device may have this passkey already.",
    badName: "Enter a name of at most 60 characters.",
  },

  rename: {
    title: "Rename the passkey",
    submit: "Save",
  },

  removing: {
    passkey: "Remove the passkey “{name}”?",
    app: "Remove the authenticator app?",
    lead: "You can no longer sign in with it.",
    last: "It is your last second factor. Your password alone signs in after that, and your recovery codes end.",
    lastRequired: "It is your last second factor. Your role needs one, so you set up another one next.",
    submit: "Remove",
    back: "Keep it",
  },

  app: {
    title: "Set up an authenticator app",
    scan: "Scan this code with an authenticator app on your phone, such as the password manager of the phone.",
    picture: "QR code for the authenticator app",
    byHand: "Cannot scan? Enter this key in the app:",
    enter: "Then enter the code that the app shows.",
    code: "Code from the app",
    submit: "Turn on",
    wrong: "This code does not fit. Check that the clock of your phone is right, and enter the newest code.",
    already: "An authenticator app is set up already. Remove it first to set up another one.",
    ended: "This page has expired. Scan the new code.",
  },

  required: {
    title: "Protect your account",
    lead: "Your role at {site} needs a second factor, so that a stolen password is useless. Set one up to continue.",
    kept: "What you entered is kept. It is shown again when you are done.",
    leave: "Sign out",
  },

  codes: {
    title: "Your recovery codes",
    lead: "Save these codes now: they are shown only once. Each signs you in once if you lose your phone or your passkey.",
    where: "Print them, or keep them in a password manager. Not only on the phone that you could lose.",
    copy: "Copy the codes",
    copied: "Copied",
    done: "I have saved them",
    replaceTitle: "Create new recovery codes?",
    replaceLead: "Your current recovery codes stop working.",
    replaceSubmit: "Create new codes",
  },

  confirm: {
    title: "Confirm that it is you",
    lead: "You are about to do something important. Confirm your identity. You are not asked again for ten minutes.",
    kept: "What you entered is kept. It is shown again when you have confirmed.",
    password: "Password",
    code: "Code from your authenticator app, or a recovery code",
    submit: "Confirm",
    back: "Cancel",
    noPassword: "Your account has no password. Sign out and in again: a new sign-in counts for ten minutes.",
    withProvider: "Confirm with {provider}",
    atProvider: "You have to sign in there again, even if you are signed in.",
    wrongPassword: "The password is incorrect. Check it and try again.",
  },
};

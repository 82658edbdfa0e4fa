/** Sign-up, invitations, password reset and email verification. */
export const enSignUp = {
  signIn: {
    forgotten: "Forgot your password?",
    newHere: "New to {site}?",
    signUp: "Create an account",
    done: {
      signed_up: "Your account is ready. Sign in with your new password.",
      joined: "You are now a member of {site}. Sign in with your existing password.",
      session_ended: "Your session has ended. Sign in again to continue.",
      password_set:
        "Your password has been changed, and all sessions have been signed out. Sign in with your new password.",
    },
  },

  field: {
    name: "Name",
    email: "Email address",
    newEmail: "New email address",
    password: "Password",
    showPassword: "Show password",
    newPassword: "New password",
    currentPassword: "Current password",
    passwordHint: "At least 10 characters. Several words in a row are easier to remember than symbols.",
  },

  problem: {
    session_expired:
      "This page has expired, for example because you signed in or out after opening it. Nothing has been saved. Submit the form again.",
    files_again: "Choose your files again.",
    too_many: "Too many attempts. Wait {wait}, then try again.",
    name: "Enter the name to display, at most 200 characters.",
    picture:
      "This picture cannot be used. Choose a JPEG, PNG, WebP, GIF, AVIF or TIFF image of at most 10 MB. Export HEIC photos as JPEG: an iPhone takes JPEG photos after Settings, Camera, Formats, Most Compatible.",
    email: "This is not an email address. Enter an address such as ana@school.example.",
    unchanged: "This is already the address of your account.",
    taken: "Another account now uses this address. Nothing was changed.",
    required: "Enter a password.",
    too_short: "The password must have at least 10 characters.",
    too_long: "The password can have at most 200 characters.",
    too_common: "This password is too common. Choose one that is harder to guess.",
    same_as_email: "Your password must not be your email address. Choose another one.",
    wrong_password: "The password is incorrect. Check it and try again.",
    merge_blocked:
      "This is not possible right now. The administrators of the school have to change something first. Contact them, then submit the form again: your link still works.",
    merge_busy: "These records were changed at the same moment. Submit the form again: your link still works.",
  },

  signUp: {
    title: "Create an account",
    toSite: "Become a member of {site}.",
    toClient: "Become a member of {site}. You return to {client} afterwards.",
    submit: "Create account",
    already: "Already have an account?",
    signIn: "Sign in",
  },

  signUpSent: {
    title: "Check your email",
    lead: "We sent an email to {email}. Open the link in it within an hour.",
    none: "No email after a few minutes? Look into your spam folder, or let us send it again.",
    wrong: "Wrong address?",
    again: "Send again",
    sentAgain: "The email is on its way again.",
    back: "Back to sign in",
  },

  confirmSignUp: {
    title: "Confirm your account",
    intro: "One more step to become a member of {site}.",
    takes: "You get what you chose as soon as you confirm.",
    elsewhere:
      "You opened the link in a different browser from the one with the form. The values that you enter here apply.",
    joinTitle: "Join {site}",
    join: "You already have an account with a password. You can use it at {site} too.",
    name: "Name",
    email: "Email",
    submit: "Create account",
    joinSubmit: "Join",
  },

  invitation: {
    title: "You are invited",
    heading: "You are invited to {site}",
    intro: "Enter your name and choose a password to become a member.",
    join: "You already have an account with a password. After you accept, you can use it here too.",
    submit: "Accept invitation",
    decline: "If you do not want to become a member, close this page.",
  },

  purchase: {
    title: "Confirm your address",
    intro: "Choose a password for {email}. Then your purchase at {site} is yours on every device.",
    join: "{email} has an account. Your purchase at {site} is added to it. Your password stays the same.",
    submit: "Confirm and continue",
    joinSubmit: "Add to my account",
    notYou: "If you bought nothing, close this page.",
  },

  forgotten: {
    title: "Reset your password",
    intro: "Enter the email address of your account at {site}. We send you a link to set a new password.",
    submit: "Send link",
    back: "Back to sign in",
  },

  newPassword: {
    title: "Choose a new password",
    intro: "For {email}, at {site} and everywhere you use this account. All sessions will be signed out.",
    apps: "Disconnect all connected apps",
    appsHint: "Apps keep their access otherwise. Select this if someone else may have used your account.",
    appsAlways: "All apps that you connected at {site} will be disconnected.",
    submit: "Set password",
  },

  confirmEmail: {
    title: "Confirm your email address",
    verify: "Confirm that {email} is the email address of your account at {site}.",
    sender:
      "If you manage {site} and {email} is its address, confirm it. Replies to emails from the school will go there.",
    submit: "Confirm address",
  },

  confirmChange: {
    title: "Change your email address",
    yours: "You asked to sign in to {site} with {email} instead of {current}.",
    theirs: "Someone signed in to {site} as {current} asked to change the address of that account to {email}.",
    confirm: "After you confirm, you sign in with {email} everywhere you use this account. We notify {current}.",
    sign_in: "If it was you, sign in as before, with your present address. You can then confirm the new one.",
    sign_out:
      "You are signed in as {own}, which is another account. If both are yours, sign out, and open the link in the email again.",
    unknown: "If you did not ask for it, close this page. Nothing changes then.",
    submit: "Change address",
    signIn: "Sign in to continue",
    signOut: "Sign out",
  },

  merge: {
    title: "Merge your records",
    intro: "The administrators of {site} think that {email} and {other} belong to you.",
    introOwn: "Someone signed in as {other} says that the account of {email} at {site} is theirs as well.",
    allOwn: "If you confirm, everything of {email} at {site} moves to the other account.",
    all: "If both addresses confirm, everything at {site} is merged: courses with progress, certificates, orders, memberships, events, files, comments and the rest.",
    stays: "You keep this account: sign in with {email} as before. The account with {other} no longer works at {site}.",
    goes: "You keep the other account: sign in with {other}. The account with {email} no longer works at {site}.",
    elsewhere: "A merge cannot be undone. Other schools are not affected.",
    unknown: "If the other address is not yours, decline.",
    confirm: "Both are mine: confirm",
    decline: "Decline",
  },

  changeEmail: {
    title: "Change your email address",
    intro:
      "You currently sign in with {email}. We email a link to the new address. The address changes after you open it and confirm, signed in to this account.",
    submit: "Send link",
    back: "Back to your account",
  },

  changePassword: {
    title: "Change your password",
    intro:
      "The new password applies everywhere you use this account. All other sessions will be signed out. Connected apps keep their access.",
    submit: "Change password",
    back: "Back to your account",
  },

  account: {
    changeEmail: "Change email address",
    password: "Password",
    changePassword: "Change password",
    unverified: "This address is not verified. Apps cannot see it.",
    verify: "Send verification email",
  },

  message: {
    resetSent: {
      title: "Check your email",
      lead: "If {email} belongs to an account at {site}, we sent an email to it. Open the link in it within an hour.",
      more: "No email after a few minutes? Check your spam folder and the address, or contact the administrators of {site}.",
      action: "Back to sign in",
    },
    accountDeleted: {
      title: "Your account is being deleted",
      lead: "You are signed out everywhere, and your data at {site} is deleted within minutes.",
      more: "An email confirms when it is done.",
      action: "Home page",
    },
    changeSent: {
      title: "Check your email",
      lead: "We sent an email to {email}. Open the link in it within an hour to change your address.",
      more: "We also notified your current address.",
      action: "Back to your account",
    },
    verificationSent: {
      title: "Check your email",
      lead: "We sent an email to {email}. Open the link in it within an hour.",
      more: "No email after a few minutes? Check your spam folder.",
      action: "Back to your account",
    },
    emailConfirmed: {
      title: "Your email address is verified",
      lead: "{email} is verified.",
      more: "Apps that have your permission can now see your email address.",
      action: "Go to your account",
    },
    senderConfirmed: {
      title: "The sender address is confirmed",
      lead: "Replies to emails from {site} now go to {email}.",
      more: "Invitations can now contain a custom message.",
      action: "Go to the email settings",
    },
    emailChanged: {
      title: "Your email address has been changed",
      lead: "You now sign in with {email}.",
      more: "We notified your previous address.",
      action: "Go to your account",
    },
    linkEnded: {
      title: "This link no longer works",
      lead: "It has already been used, is older than an hour, or comes from another site.",
      more: "Nothing was changed. Start again to get a new email with a new link.",
      action: "Back to sign in",
    },
    invitationEnded: {
      title: "This invitation no longer works",
      lead: "It has already been accepted, revoked or resent, or is older than two weeks.",
      more: "If you have accepted it, sign in. Otherwise ask the administrators of {site} for a new invitation.",
      action: "Go to sign in",
    },
    mergeConfirmed: {
      title: "This address has confirmed",
      lead: "{email} has confirmed. Now open the link in the email to your other address.",
      more: "Nothing is merged before the other address confirms.",
      action: "Go to sign in",
    },
    mergeCompleted: {
      title: "Your records are merged",
      lead: "Both addresses have confirmed. Everything that you had at {site} is together now.",
      more: "Sign in with the account that you kept.",
      action: "Go to sign in",
    },
    mergeDeclined: {
      title: "The merge is declined",
      lead: "Nothing was merged.",
      more: "The links of both emails no longer work.",
      action: "Go to sign in",
    },
    mergeEnded: {
      title: "This link no longer works",
      lead: "It has already been used, the merge was canceled, or it is older than a week.",
      more: "If you still want to merge your records, ask the administrators of {site}.",
      action: "Go to sign in",
    },
    noMail: {
      title: "Not available",
      lead: "{site} cannot send emails, and this feature requires email.",
      more: "The administrators of {site} can reset your password or change your address.",
      action: "Back to sign in",
    },
  },

  mailbox: {
    title: "Development mailbox",
    intro: "In development, emails are stored here and not sent. The latest 50 emails of {site} are kept.",
    none: "No emails yet.",
    to: "To",
    from: "From",
    at: "Created",
  },
};

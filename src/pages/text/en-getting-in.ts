/** The pages on which a person gets an account, or back into it. */
export const enGettingIn = {
  signIn: {
    forgotten: "Forgotten your password?",
    newHere: "New at {site}?",
    signUp: "Create an account",
    done: {
      signed_up: "Your account is ready. Sign in with the password that you have just chosen.",
      joined: "You are now a member of {site}. Sign in with the password that you already have.",
      password_set: "Your new password is in force, and every browser has been signed out. Sign in with it.",
    },
  },

  field: {
    name: "Name",
    email: "E-mail address",
    newEmail: "New e-mail address",
    password: "Password",
    newPassword: "New password",
    currentPassword: "Your password now",
    passwordHint: "At least 10 characters. A few words in a row are easier to remember than signs.",
  },

  problem: {
    session_expired:
      "This page was out of date, for example because you signed in or out in another tab. Send the form again.",
    too_many: "There have been too many attempts. Wait {wait}, then try again.",
    name: "Enter the name that you want to be known by, at most 200 characters.",
    picture: "This picture cannot be used. Choose a JPEG, PNG, WebP, GIF or AVIF image of at most 10 MB.",
    email: "This is not an e-mail address. It looks like ana@school.example.",
    unchanged: "This is the address of your account already.",
    taken: "This address has an account of its own by now. Nothing was changed.",
    required: "Choose a password.",
    too_short: "A password needs at least 10 characters.",
    too_long: "A password has at most 200 characters.",
    too_common: "This password is too common. Choose one that is harder to guess.",
    same_as_email: "Your password must not be your email address. Choose another one.",
    wrong_password: "This is not your password. Check it and try again.",
  },

  signUp: {
    title: "Create an account",
    toSite: "Become a member of {site}.",
    toClient: "Become a member of {site}. You come back to {client} afterwards.",
    submit: "Create the account",
    already: "You have an account already?",
    signIn: "Sign in",
  },

  confirmSignUp: {
    title: "Confirm your account",
    intro: "One step more, and you are a member of {site}.",
    elsewhere:
      "You have opened the link in another browser than the one in which the form was filled in. What you choose here is what counts.",
    joinTitle: "Join {site}",
    join: "You have an account already, with a password. It becomes your account at {site} too.",
    name: "Name",
    email: "E-mail",
    submit: "Create the account",
    joinSubmit: "Join",
  },

  invitation: {
    title: "You are invited",
    heading: "You are invited to {site}",
    intro: "Choose how you want to be known and a password, and you are a member.",
    join: "You have an account already, with a password. Accept, and it becomes your account here too.",
    submit: "Accept the invitation",
    decline: "If you do not want to become a member, close this page: nothing happens.",
  },

  forgotten: {
    title: "Choose a new password",
    intro: "Enter the e-mail address of your account at {site}. A mail takes you to a new password.",
    submit: "Send the mail",
    back: "Back to sign in",
  },

  newPassword: {
    title: "Choose a new password",
    intro: "It is for {email}, at {site} and everywhere you use this account. Every browser is signed out.",
    apps: "Disconnect all connected apps",
    appsHint: "Apps keep their access otherwise. Select this if someone else may have used your account.",
    appsAlways: "All apps that you connected at {site} will be disconnected.",
    submit: "Set the password",
  },

  confirmEmail: {
    title: "Confirm your e-mail address",
    verify: "Is {email} the address of your account at {site}? Then confirm it.",
    change: "From now on you sign in at {site} with {email}, once you confirm it.",
    sender: "Do you run {site}, and is {email} its address? Then confirm it: replies to mail from the school go there.",
    submit: "Confirm the address",
  },

  changeEmail: {
    title: "Change your e-mail address",
    intro:
      "You sign in with {email} at present. Nothing changes before you open the link that we mail to the new address.",
    submit: "Send the mail",
    back: "Back to your account",
  },

  changePassword: {
    title: "Change your password",
    intro:
      "The new one counts everywhere you use this account. Every other browser is signed out; applications that you allowed keep their access.",
    submit: "Change the password",
    back: "Back to your account",
  },

  account: {
    changeEmail: "Change the address",
    password: "Password",
    changePassword: "Change the password",
    unverified: "This address is not verified. Applications cannot see it.",
    verify: "Send me a mail to confirm it",
  },

  message: {
    signUpSent: {
      title: "Look into your mail",
      lead: "A mail is on its way to {email}. Open the link in it within an hour, best in this browser.",
      more: "Nothing there after a few minutes? Look among the spam, or send the form again.",
      action: "Back to sign in",
    },
    resetSent: {
      title: "Look into your mail",
      lead: "If {email} belongs to an account at {site}, a mail is on its way there. Open the link in it within an hour.",
      more: "Nothing there after a few minutes? Look among the spam, and check the address. The people who run {site} can help you too.",
      action: "Back to sign in",
    },
    changeSent: {
      title: "Look into your mail",
      lead: "A mail is on its way to {email}. Open the link in it within an hour, and the address is changed.",
      more: "We have told your present address of it too.",
      action: "Back to your account",
    },
    verificationSent: {
      title: "Look into your mail",
      lead: "A mail is on its way to {email}. Open the link in it within an hour.",
      more: "Nothing there after a few minutes? Look among the spam.",
      action: "Back to your account",
    },
    emailConfirmed: {
      title: "Your address is confirmed",
      lead: "{email} is yours.",
      more: "Applications that have your permission can now see your e-mail address.",
      action: "Go to your account",
    },
    senderConfirmed: {
      title: "The sender address is confirmed",
      lead: "Replies to mail from {site} go to {email} from now on.",
      more: "Invitations can now contain a message in the school’s own words.",
      action: "Go to the mail settings",
    },
    emailChanged: {
      title: "Your address is changed",
      lead: "From now on you sign in with {email}.",
      more: "We have told your former address of it.",
      action: "Go to your account",
    },
    linkEnded: {
      title: "This link no longer works",
      lead: "It has been used already, is older than an hour, or was made somewhere else.",
      more: "Nothing was changed. You can begin again; a new mail has a new link.",
      action: "Back to sign in",
    },
    invitationEnded: {
      title: "This invitation no longer works",
      lead: "It has already been accepted, was withdrawn or resent, or is older than two weeks.",
      more: "If you have accepted it, sign in. Otherwise ask the people who run {site} for a new one.",
      action: "Go to sign in",
    },
    noMail: {
      title: "Not possible here",
      lead: "{site} cannot send mail, and this needs a mail.",
      more: "The people who run {site} can help you: they can give you a new password, or change your address.",
      action: "Back to sign in",
    },
  },

  mailbox: {
    title: "Mailbox of this installation",
    intro: "In development mail goes no further than here. The newest 50 mails of {site} are kept.",
    none: "No mail yet.",
    to: "To",
    from: "From",
    at: "Written",
  },
};

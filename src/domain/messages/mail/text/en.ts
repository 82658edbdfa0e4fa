import { enSignInMail } from "./en-sign-in.ts";
import type { EmailText } from "./email-text.ts";

const once = "The link works once, within an hour. Do not share it.";
const purchaseLink = "The link works once, within two weeks. Do not share it.";
const notYou = "If it was not you, you can ignore this email.";

/**
 * English texts of all emails; the keys define the type of every catalog. Mail to unconfirmed addresses must not
 * contain user input, which would let strangers send messages in the site's name.
 */
export const en = {
  signUp: {
    subject: "Confirm your account at {site}",
    before: ["Someone, probably you, wants to create an account at {site} with this email address."],
    action: "Confirm the account",
    after: [once, notYou],
  },
  join: {
    subject: "Become a member of {site}",
    before: [
      "Someone, probably you, wants to sign up at {site} with this email address.",
      "This email address already has an account at another school on the same server. You can use that account at {site} too, with the same password.",
    ],
    action: "Join {site}",
    after: [once, notYou],
  },
  alreadyMember: {
    subject: "You already have an account at {site}",
    before: [
      "Someone, probably you, tried to sign up at {site} with this email address, which already has an account there. Nothing was changed.",
      "Sign in with your password. If you have forgotten it, you can reset it on the sign-in page.",
    ],
    action: "Sign in",
    after: [notYou],
  },
  setPassword: {
    subject: "Choose a new password for {site}",
    before: ["Someone, probably you, asked to reset the password of your account at {site}."],
    action: "Choose a new password",
    after: [once, "If it was not you, you can ignore this email. Your password stays the same."],
  },
  claim: {
    subject: "Choose your password for {site}",
    before: ["You have been added to {site} with this email address. Choose a password to activate your account."],
    action: "Choose a password",
    after: [once, notYou],
  },
  invitation: {
    subject: "You are invited to {site}",
    before: ["The administrators of {site} invite you to become a member with this email address."],
    message: "Their message: “{message}”",
    action: "View the invitation",
    after: [
      "The link works once, within two weeks. Do not share it.",
      "You become a member only if you accept. If you do not expect an invitation, you can ignore this email.",
    ],
  },
  verifyEmail: {
    subject: "Confirm your email address for {site}",
    before: ["Please confirm that this is the email address of your account at {site}."],
    action: "Confirm the address",
    after: [once, "If you have no account there, you can ignore this email."],
  },
  verifySender: {
    subject: "Confirm the sender address of {site}",
    before: [
      "The administrators of {site} want to use this email address for their school. Replies to emails from {site} will be sent to it. Confirm it only if you manage this school.",
    ],
    action: "Confirm the sender address",
    after: [once, "If you do not know {site}, you can ignore this email."],
  },
  mergeMember: {
    subject: "Confirm that two records at {site} are yours",
    before: [
      "The administrators of {site} think that this email address and another one belong to the same person: you. If you confirm this at both addresses, your courses, orders and everything else of both are merged.",
    ],
    action: "View the merge",
    after: [
      "The link works once, within a week. Do not share it.",
      "Nothing is merged unless both addresses confirm. If you do not know the other address, decline on that page or ignore this email.",
    ],
  },
  mergeOwn: {
    subject: "Confirm that this account at {site} is yours, too",
    before: [
      "A member of {site} says that the account with this email address is also theirs, and wants to merge it into their account: courses, orders and everything else.",
    ],
    action: "View the merge",
    after: [
      "The link works once, within a week. Do not share it.",
      "If this was not you, decline on that page or ignore this email. Nothing changes then.",
    ],
  },
  membersMerged: {
    subject: "Your records at {site} were merged",
    before: [
      "Both of your email addresses have confirmed: everything that you had at {site} under two addresses is together now.",
      "From now on, sign in to {site} with the account that you kept. The other account no longer works there. At other schools, nothing has changed.",
    ],
    action: "Sign in",
    after: ["If it was not you, contact the administrators of {site} immediately."],
  },
  changeEmail: {
    subject: "Confirm your new email address for {site}",
    before: [
      "Someone, probably you, wants to use this email address to sign in at {site}. Confirm it to make the change. You need to be signed in to the account, or sign in with its present address.",
    ],
    action: "Confirm the new address",
    after: [once, notYou],
  },
  emailTaken: {
    subject: "This email address already has an account at {site}",
    before: [
      "Someone, probably you, tried to use this email address for another account at {site}. The address already has an account, so nothing was changed.",
    ],
    action: "",
    after: ["If it was not you, you can ignore this email."],
  },
  emailChangeAsked: {
    subject: "A new email address for your account at {site}",
    before: [
      "Someone who entered your password, probably you, asked to change the address of your account at {site} to {email}. The change takes effect when the new address is confirmed.",
    ],
    action: "Choose a new password",
    after: ["If it was not you, choose a new password now. This cancels the change and signs out all browsers."],
  },
  emailChanged: {
    subject: "The email address of your account at {site} was changed",
    before: [
      "You now sign in to {site} with {email}. The address that received this email no longer works for signing in.",
    ],
    action: "",
    after: ["If it was not you, contact the administrators of {site} immediately."],
  },
  passwordChanged: {
    subject: "Your password at {site} was changed",
    before: [
      "The password of your account at {site} was changed, and all other sessions were signed out. The new password applies to every school where you use this account.",
      "Applications that you allowed to use your account keep their access. You can disconnect them on your account page.",
    ],
    action: "Choose a new password",
    after: ["If it was not you, choose a new password now, and review the applications on your account page."],
  },
  ...enSignInMail,
  accountErased: {
    subject: "Your account at {site} has been deleted",
    before: [
      "As you asked, your account at {site} and everything that was stored about you has been deleted.",
      "Orders and receipts that the law requires {site} to keep remain without your name and address. If you use the same account at other schools, it still works there.",
    ],
    action: "",
    after: ["This is the last email that you get from this account."],
  },
  webhookDisabled: {
    subject: "A webhook endpoint of {site} was disabled",
    before: ["A webhook endpoint of {site} no longer accepts events and was disabled."],
    message: "Endpoint URL: {message}",
    action: "View webhooks",
    after: [
      "When the endpoint works again, enable it on that page. Events are stored for 30 days by default and can be sent again.",
    ],
  },
  paymentKeysChanged: {
    subject: "Payment keys of {site} were changed",
    before: ["An owner of {site} has changed or removed the keys of a payment method."],
    message: "Payment method: {message}",
    action: "View the payment settings",
    after: [
      "If no owner made this change, remove the keys on that page, choose a new password, and check the audit log.",
    ],
  },
  apiKeyCreated: {
    subject: "An API key of {site} was created",
    before: [
      "An API key of {site} was created. Programs that have it can use the API with the permissions of the key.",
    ],
    message: "API key: {message}",
    action: "View API keys",
    after: ["If you did not expect this, revoke the key on that page, and check the audit log."],
  },
  provisioningKeyCreated: {
    subject: "A provisioning key of {site} was created",
    before: ["An owner of {site} has created a key with which a directory creates, changes and removes members."],
    message: "Key: {message}",
    action: "View provisioning",
    after: ["If no owner made this change, revoke the key on that page, and check the audit log."],
  },
  transferInstructionsChanged: {
    subject: "Bank transfer instructions of {site} were changed",
    before: [
      "An owner of {site} has changed the instructions for bank transfers. Members transfer money to the account that they name.",
    ],
    action: "View the payment settings",
    after: [
      "If no owner made this change, correct the account on that page, choose a new password, and check the audit log.",
    ],
  },
  paymentInstructions: {
    subject: "How to pay order {number} at {site}",
    before: ["You ordered {items} at {site}. The total is {total}.", "Payment instructions are on the order page."],
    action: "View the order",
    after: ["You get access when the payment has arrived."],
  },
  guestInstructions: {
    subject: "How to pay order {number} at {site}",
    before: [
      "Someone, probably you, ordered {items} at {site} with this email address. The total is {total}.",
      "Confirm your address to see the order and how to pay it.",
    ],
    action: "Confirm and view the order",
    after: [purchaseLink, "If you did not order this, ignore this email. Nothing is charged."],
  },
  guestReceipt: {
    subject: "Receipt {number} from {site}",
    before: [
      "Thank you for your purchase at {site}: {items}.",
      "We have received {total}.",
      "Confirm your address to open your purchase on every device.",
    ],
    action: "Confirm and open",
    after: [purchaseLink, "If you did not buy this, ignore this email: someone mistyped their address."],
  },
  gift: {
    subject: "A gift for you from {giver}",
    before: ["{giver} gives you {items} at {site}."],
    message: "{giver} writes: {message}",
    action: "Open the gift",
    after: ["The link is the gift. It works once, so do not pass it on unless you want to give it away."],
  },
  redeemed: {
    subject: "Your access to {items}",
    before: ["You now have {items} at {site}.", "Confirm your address to open it on every device."],
    action: "Confirm and open",
    after: [purchaseLink, "If this was not you, ignore this email: someone mistyped their address."],
  },
  receipt: {
    subject: "Receipt {number} from {site}",
    before: ["Thank you for your purchase at {site}: {items}.", "We have received {total}."],
    action: "View the receipt",
    after: [],
  },
  refund: {
    subject: "Refund of order {number} at {site}",
    before: ["{site} has refunded {total} of your order: {items}."],
    action: "View the order",
    after: ["The amount can take several days to reach your account."],
  },
  refundKept: {
    subject: "Refund of order {number} at {site}",
    before: ["{site} has refunded {total} of your order: {items}.", "Your access stays as it is."],
    action: "View the order",
    after: ["The amount can take several days to reach your account."],
  },
  refundEnds: {
    subject: "Refund of order {number} at {site}",
    before: ["{site} has refunded {total} of your order: {items}.", "Your access to it has ended."],
    action: "View the order",
    after: ["The amount can take several days to reach your account."],
  },
  refundUntil: {
    subject: "Refund of order {number} at {site}",
    before: [
      "{site} has refunded {total} of your order: {items}.",
      "Your access to it ends on {until}. Nothing more is charged.",
    ],
    action: "View the order",
    after: ["The amount can take several days to reach your account."],
  },
  renewalDue: {
    subject: "Pay {items} at {site}",
    before: [
      "The next payment for {items} is {total}. It is due on {until}.",
      "Payment instructions are on the order page.",
    ],
    action: "View the order",
    after: ["You can cancel at any time on your orders page."],
  },
  paymentOverdue: {
    subject: "Your payment for {items} is overdue",
    before: ["We have not received {total} for {items}.", "Your access at {site} lasts until {until}. Pay to keep it."],
    action: "Pay now",
    after: [],
  },
  lastReminder: {
    subject: "Last reminder: your access to {items} ends soon",
    before: [
      "We still have not received {total} for {items}.",
      "Your access at {site} ends on {until} unless you pay.",
    ],
    action: "Pay now",
    after: [],
  },
  accessEnded: {
    subject: "Your access to {items} has ended",
    before: ["We have not received {total} for {items}, so your access at {site} has ended."],
    action: "View the order",
    after: ["Nothing more will be charged."],
  },
} as const satisfies Record<string, EmailText>;

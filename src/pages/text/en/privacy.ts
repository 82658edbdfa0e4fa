/** Copy of the member's data and erasure. */
export const enPrivacy = {
  title: "Your data",
  intro: "All data that {site} stores about you, as a ZIP archive of human-readable and machine-readable files.",
  link: "Download a copy",
  entry: "Your data",
  none: "Enter your password to request a copy.",
  underWay: "Your copy is being prepared. It takes about a minute. Come back to this page later.",
  reload: "Refresh",
  ready: "Your copy is ready. It will be deleted on {time}.",
  download: "Download ({size})",
  again: "Request a new copy",
  failed: "Your copy could not be prepared. Try again, or contact the administrators of {site}.",
  submit: "Request a copy",
  erasing: "Erasing your data",
  erasure:
    "To have your account erased, contact {site}. Orders and statistics remain without your personal data. Erasure cannot be undone.",
  back: "Back to your account",
};

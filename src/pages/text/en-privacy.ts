/** What members are told of the data that a school holds of them. */
export const enPrivacy = {
  title: "Your data",
  intro: "Everything that {site} holds of you, as a ZIP of files that people and programs can read.",
  link: "Download a copy",
  entry: "Your data",
  none: "Give your password, and the copy is put together for you.",
  underWay: "Your copy is being put together. It takes a minute or so: come back to this page.",
  reload: "Look again",
  ready: "Your copy is ready. It is kept until {moment}, and then deleted.",
  download: "Download ({size})",
  again: "Put together a new copy",
  failed: "Your copy could not be put together. Try again, or tell the people who run {site}.",
  submit: "Put together my copy",
  erasing: "Having it erased",
  erasure:
    "{site} erases your account when you ask them to. Orders and statistics remain without your personal data. This cannot be undone.",
  back: "Back to your account",
};

/** Name and picture on the account page. */
export const enProfile = {
  title: "Profile",
  change: "Change your name or picture",
  picture: "Profile picture",
  pictureHint:
    "JPEG, PNG, WebP, GIF, AVIF or TIFF, at most 10 MB. It is cropped to a square. Anyone who has its link can open it.",
  save: "Save",
  remove: "Remove the picture",
};

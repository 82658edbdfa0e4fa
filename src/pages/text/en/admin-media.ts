/** Origins of media. */
export const enAdminMedia = {
  intro:
    "HLS streams play from the host of their playlist. If their segments are on other hosts, allow those hosts here.",
  origins: "Allowed origins",
  hint: "One per line, like {example}. HTTPS only, at most 10. Pages with a stream may then load media from them.",
  problems: {
    syntax: "Line {line} is not an origin like {example}: HTTPS, without a path.",
    too_many: "Enter at most 10 origins.",
  },
};

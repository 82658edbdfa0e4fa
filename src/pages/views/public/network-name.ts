/** Names that their networks write in another way than with a capital at the beginning. */
const names: ReadonlyMap<string, string> = new Map([
  ["github", "GitHub"],
  ["gitlab", "GitLab"],
  ["line", "LINE"],
  ["linkedin", "LinkedIn"],
  ["tiktok", "TikTok"],
  ["whatsapp", "WhatsApp"],
  ["youtube", "YouTube"],
]);

/** Returns the label of a link to a profile of the school: `youtube` is YouTube, `my_podcast` is My podcast. */
export const networkName = (network: string): string =>
  names.get(network) ?? network.replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase());

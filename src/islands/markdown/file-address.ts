/**
 * Returns the path of a file of this site, and any other address as it is. A text with paths stays right when the site
 * gets another domain, and readers of private files get them by their path. The query of a file is its signature,
 * which expires.
 */
export function fileAddress(address: string): string {
  if (!URL.canParse(address, location.origin)) return address;
  const { host, pathname, hash } = new URL(address, location.origin);
  return host === location.host && pathname.startsWith("/files/") ? pathname + hash : address;
}

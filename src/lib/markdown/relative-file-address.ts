/** An absolute address of a file or of one of its variants. A signature in the query expires, so that it is left out. */
const absolute = /^https?:\/\/([^/?#\s]+)(\/files\/fil_[0-9a-z]{26}(?:\/[a-z]{1,20})?)(?:\?[^#\s]*)?(#\S*)?$/i;

/**
 * Returns the address of a file at this host without the host. Relative addresses work at every scheme and host of a
 * site, in archives and for private files, which are signed by their path.
 */
export function relativeFileAddress(address: string, host: string): string {
  const [, at, path, fragment = ""] = absolute.exec(address.trim()) ?? [];
  return path !== undefined && at?.toLowerCase() === host ? path + fragment : address;
}

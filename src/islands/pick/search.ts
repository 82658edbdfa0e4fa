/** A resource that can be chosen. */
export interface Choice {
  id: string;
  label: string;
  /** Tells apart those with the same name, for example an email address. */
  note: string;
  /** The address of a public image. */
  image?: string;
}

/** Reads choices from the list of the target. Returns undefined if the person was signed out, or may not read it. */
export async function readChoices(
  list: string,
  query: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<Choice[] | undefined> {
  const address = `${list}${list.includes("?") ? "&" : "?"}${new URLSearchParams(query).toString()}`;
  const response = await fetch(address, { headers: { accept: "application/json" }, ...(signal && { signal }) });
  if (!response.ok || !response.headers.get("content-type")?.startsWith("application/json")) return undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Written by `choices-of-list.ts` of the server.
  return ((await response.json()) as { choices: Choice[] }).choices;
}

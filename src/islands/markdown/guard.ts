import { settings } from "../settings.ts";

interface Comparison {
  /** Readers see the same. */
  isSame: boolean;
  /** The original as readers see it. */
  html: string;
}

/** Asks the server, whose renderer decides, if a text means the same after the editor has written it. */
export async function survives(original: string, written: string): Promise<Comparison> {
  if (original.trim() === "" || original === written) return { isSame: true, html: "" };
  const response = await fetch("/admin/markdown", {
    method: "POST",
    headers: { "content-type": "application/json", "x-csrf-token": settings().csrf },
    body: JSON.stringify({ original, written }),
  });
  if (!response.ok) throw new Error("The texts were not compared.");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Written by `compare-markdown.ts` of the server.
  return (await response.json()) as Comparison;
}

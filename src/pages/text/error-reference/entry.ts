/**
 * An entry of the error reference, in English, with code in `backticks`. `answered` names the endpoint and status.
 * Each item of `fix` is one thing to check or change.
 */
export type ErrorEntry = {
  group: "oauth" | "registration" | "resource" | "operator";
  title: string;
  answered: string;
  meaning: string;
  fix: readonly string[];
  specification: readonly Specification[];
};

export type Specification = { label: string; href: string };

export const rfc = (number: number, section: string): Specification => ({
  label: `RFC ${number} §${section}`,
  href: `https://www.rfc-editor.org/rfc/rfc${number}#section-${section}`,
});

export const openIdCore = (section: string, anchor: string): Specification => ({
  label: `OpenID Connect Core §${section}`,
  href: `https://openid.net/specs/openid-connect-core-1_0.html#${anchor}`,
});

export const metadataDocuments: Specification = {
  label: "Client ID Metadata Document",
  href: "https://datatracker.ietf.org/doc/draft-ietf-oauth-client-id-metadata-document/",
};

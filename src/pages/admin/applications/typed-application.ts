import { Problem } from "#domain/platform/problem.ts";
import { scopesOfAudience } from "#oauth/applications/application.ts";
import type { Audience } from "#oauth/clients/audience.ts";
import type { Form } from "#oauth/form.ts";
import type { ApplicationForm } from "../../views/admin/applications/application-form.ts";

type Typed = ApplicationForm["typed"];

/** Returns the submitted values, for rendering the form again. */
export function typedIn(form: Form, audience: Audience): Typed {
  const kind = form.get("client_type");
  return {
    name: form.get("name") ?? "",
    description: form.get("description") ?? "",
    redirectUris: form.get("redirect_uris") ?? "",
    postLogoutRedirectUris: form.get("post_logout_redirect_uris") ?? "",
    introspectsAllTokens: form.get("introspects_all_tokens") === "on",
    scopes: scopesOfAudience(audience).filter((scope) => form.get(`scope.${scope}`) !== undefined),
    confidential: kind === "confidential" || kind === "public" ? kind === "confidential" : undefined,
  };
}

/** Returns the non-empty lines with their numbers, counted from 1. */
const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line, index) => ({ uri: line.trim(), number: index + 1 }))
    .filter(({ uri }) => uri !== "");

/** Converts form values to the input of the operation. */
export const inputOf = ({ name, description, scopes, introspectsAllTokens, ...typed }: Typed) => ({
  name,
  description,
  scopes,
  introspectsAllTokens,
  redirectUris: linesOf(typed.redirectUris).map(({ uri }) => uri),
  postLogoutRedirectUris: linesOf(typed.postLogoutRedirectUris).map(({ uri }) => uri),
});

/** Maps validation errors to form fields. Rethrows other errors. */
export function problemsIn(error: unknown, typed: Typed): ApplicationForm["problems"] {
  if (!(error instanceof Problem) || error.code !== "validation_failed") throw error;
  return (error.details.errors ?? []).map(({ pointer, code }) => {
    const [, field, index] = pointer.split("/");
    if (!isField(field)) throw error;
    const written = field === "redirectUris" || field === "postLogoutRedirectUris" ? typed[field] : "";
    return { field, code, line: index === undefined ? undefined : linesOf(written)[Number(index)]?.number };
  });
}

const fields = [
  "name",
  "description",
  "redirectUris",
  "postLogoutRedirectUris",
  "introspectsAllTokens",
  "confidential",
  "scopes",
  "logo",
] as const;

const isField = (name: string | undefined): name is (typeof fields)[number] => fields.some((field) => field === name);

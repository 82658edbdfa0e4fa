import { newId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { createApplication } from "#oauth/applications/create-application.ts";
import { formatClientId } from "#oauth/clients/client.ts";
import { type ASite, httpsRedirect } from "../../support/world.ts";

export const asCli = (site: ASite) => ({ ...site.context(), caller: { kind: "cli" } as const });

const soundInput = () => ({
  id: formatClientId(newId()),
  name: "Study Buddy",
  description: "",
  redirectUris: [httpsRedirect],
  audience: "member",
  confidential: false,
  scopes: ["openid"],
});

export const make = (site: ASite, fields: object = {}) =>
  perform(createApplication, asCli(site), { ...soundInput(), ...fields }).then(({ application }) => application);

const problemOf = async (work: Promise<unknown>): Promise<Problem | undefined> => {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
};

export const codeOf = async (work: Promise<unknown>): Promise<string> => {
  const problem = await problemOf(work);
  return problem === undefined ? "done" : (problem.details.errors?.[0]?.code ?? problem.code);
};

export const detailOf = async (work: Promise<unknown>): Promise<string> =>
  (await problemOf(work))?.details.errors?.[0]?.detail ?? "";

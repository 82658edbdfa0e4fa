import { open, seal } from "#lib/secrets/sealed-box.ts";
import type { FactorSystem } from "./factor-system.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { resealColumn } from "#domain/platform/secret-key/reseal-column.ts";
import type { Resealed } from "#domain/platform/secret-key/reseal-each.ts";

/** Seconds of a code (RFC 6238 §4.1), and seconds that the clock of a phone may differ. */
const period = 30;
const tolerance = period;

/** The owner of a secret. */
interface Place {
  siteId: string;
  memberId: string;
}

const boxOfApp = ({ siteId, memberId }: Place): string => `authenticator app ${siteId} ${memberId}`;

export const sealSecret = ({ key }: FactorSystem, secret: string, place: Place): Buffer =>
  seal(key, Buffer.from(secret), boxOfApp(place));

/** Returns undefined for a secret that a lost key sealed. */
export function openSecret({ key }: FactorSystem, sealed: Buffer, place: Place): string | undefined {
  try {
    return open(key, sealed, boxOfApp(place)).toString();
  } catch {
    return undefined;
  }
}

/** Loaded on first use: most sign-ins need no codes. */
const otplib = () => import("otplib");

/** Creates a secret of 160 bits in base32 (RFC 4226 §4, R6). */
export const newSecret = async (): Promise<string> => (await otplib()).generateSecret();

/** The address in the QR code. Apps show the name of the site and the sign-in address. */
export async function uriOfSecret(secret: string, site: { name: string }, email: string): Promise<string> {
  const { generateURI } = await otplib();
  return generateURI({ issuer: site.name, label: email, secret });
}

/** Returns the time step of a correct code, which can be used once. Undefined for a wrong code. */
export async function stepOf(secret: string, code: string, now: Date): Promise<number | undefined> {
  if (!/^\d{6}$/.test(code)) return undefined;
  const { verify } = await otplib();
  const epoch = Math.floor(now.getTime() / 1000);
  const result = await verify({ strategy: "totp", secret, token: code, epoch, period, epochTolerance: tolerance });
  return result.valid && "timeStep" in result ? result.timeStep : undefined;
}

/** Seals the secrets of authenticator apps of a site again. Their codes stay the same. */
export const resealAppSecrets = (scope: SiteScope, key: Buffer): Promise<Resealed> =>
  resealColumn(scope, key, {
    table: "authenticator_apps",
    key: "member_id",
    column: "secret",
    contextOf: (memberId) => boxOfApp({ siteId: scope.site.id, memberId }),
  });

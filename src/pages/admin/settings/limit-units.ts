import { SiteSettings } from "#domain/platform/site/settings.ts";
import { typedKeys } from "#lib/json/typed-object.ts";

/** Duration settings in display order. */
export const limitNames = [
  "sessionLifetime",
  "accessTokenLifetime",
  "refreshTokenLifetime",
  "refreshTokenGrace",
  "authorizationRequestLifetime",
  "authorizationCodeLifetime",
] as const satisfies (keyof SiteSettings)[];
export type Limit = (typeof limitNames)[number];

/** Settings that are a number of events per hour. */
export const countNames = ["registrationsPerHour"] as const satisfies (keyof SiteSettings)[];
export type Count = (typeof countNames)[number];

export const isCount = (name: string): name is Count => countNames.some((count) => count === name);
export const isLimit = (name: string): name is Limit => limitNames.some((limit) => limit === name);

const secondsPerUnit = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 } as const;
export type Unit = keyof typeof secondsPerUnit;
export const unitNames = typedKeys(secondsPerUnit);

/** A duration as entered: amount and unit. */
export interface TypedLimit {
  amount: string;
  unit: Unit;
}

export const unitOf = (name: string | undefined): Unit => unitNames.find((unit) => unit === name) ?? "seconds";

/** Converts seconds to the largest unit that gives a whole number. */
export function inUnit(seconds: number): { amount: number; unit: Unit } {
  const unit = unitNames.findLast((name) => seconds > 0 && seconds % secondsPerUnit[name] === 0) ?? "seconds";
  return { amount: seconds / secondsPerUnit[unit], unit };
}

export const writtenLimit = (seconds: number): TypedLimit => {
  const { amount, unit } = inUnit(seconds);
  return { amount: String(amount), unit };
};

/** Text that is not a whole number becomes NaN, so that settings validation rejects it. */
export const secondsOf = ({ amount, unit }: TypedLimit): number => numberIn(amount) * secondsPerUnit[unit];

export const numberIn = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : Number.NaN);

/** Returns the minimum and maximum of a setting: of a duration in seconds. */
export function boundsOf(name: Limit | Count): { min: number; max: number } {
  const { minValue, maxValue } = SiteSettings.shape[name].unwrap();
  if (minValue === null || maxValue === null) throw new Error(`The setting ${name} has no bounds.`);
  return { min: minValue, max: maxValue };
}

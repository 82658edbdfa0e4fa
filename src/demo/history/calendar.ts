import { atHour } from "../at-hour.ts";
import type { Random } from "../random.ts";

const day = 86_400_000;
const minute = 60_000;

export const historyDays = 180;

/** Learning happens on Sundays and Mondays more than on Fridays. */
const weekdays = [1, 0.95, 0.8, 0.75, 0.65, 0.4, 0.6];
const hours = [7, 8, 9, 12, 13, 17, 18, 19, 20, 20, 21, 21, 21, 22];

/** Plausible times before the creation of the demo: evenings, more often on some days of the week. */
export class Calendar {
  readonly now: Date;
  readonly #timeZone: string;
  readonly #random: Random;

  constructor(now: Date, timeZone: string, random: Random) {
    this.now = now;
    this.#timeZone = timeZone;
    this.#random = random;
  }

  /** The time at which a new member joins; more join every month. */
  joining(): Date {
    for (;;) {
      const daysAgo = historyDays * (1 - Math.sqrt(this.#random.next()));
      const date = this.around(new Date(this.now.getTime() - daysAgo * day));
      const weight = weekdays[date.getUTCDay()] ?? 1;
      if (this.#random.chance(weight) && date < this.now) return date;
    }
  }

  /** An hour in which people have time, on the day of a date. Never in the future for a date in the past. */
  around(date: Date): Date {
    const start = atHour(date, this.#random.pick(hours), this.#timeZone);
    const time = new Date(start.getTime() + this.#random.between(0, 50) * minute);
    return time <= this.now ? time : new Date(Math.min(date.getTime(), this.now.getTime()));
  }

  /** Some days later, at a plausible hour and never before the given time. */
  after(date: Date, fromDays: number, toDays: number): Date {
    const later = new Date(date.getTime() + this.#random.between(fromDays, toDays) * day);
    const time = later < this.now ? this.around(later) : later;
    return time > date ? time : new Date(date.getTime() + this.#random.between(20, 90) * minute);
  }

  isPast(date: Date): boolean {
    return date < this.now;
  }
}

export const plusMinutes = (date: Date, minutes: number): Date => new Date(date.getTime() + minutes * minute);
export const plusDays = (date: Date, days: number): Date => new Date(date.getTime() + days * day);

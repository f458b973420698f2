import { shanghaiDay } from '../../contract/shanghai.ts'

/** The one source of the current time; tests can move it. Times are instants, dates are of Asia/Shanghai (no daylight saving, +08:00). */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** A clock for tests that stands still until `set` or `advance`. */
export function movableClock(start: Date | string = new Date()) {
  let at = new Date(start).getTime()
  return {
    now: () => new Date(at),
    set: (to: Date | string) => {
      at = new Date(to).getTime()
    },
    advance: (ms: number) => {
      at += ms
    },
  }
}

/** 'YYYY-MM-DD' in Asia/Shanghai. */
export const dateOf = (at: Date): string => shanghaiDay(at.getTime())
export const today = (clock: Clock): string => dateOf(clock.now())
/** Whole calendar days from one date to another (negative when earlier). */
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
export const addDays = (date: string, days: number): string => new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)

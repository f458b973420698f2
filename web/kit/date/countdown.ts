import { SMS_COUNTDOWN_S } from '../../../contract/constants.ts'
import { fill, messages } from '../../../contract/messages.ts'

/**
 * Seconds left of a wait that began at `startedAt` (ms); 0 when over. Computed from the clock, so it is right after the tab slept or a
 * dialog was reopened.
 */
export const secondsLeft = (startedAt: number | null, now: number, seconds: number = SMS_COUNTDOWN_S): number =>
  startedAt === null ? 0 : Math.max(0, Math.min(seconds, Math.ceil(seconds - (now - startedAt) / 1000)))

/** Text of the button (M121 while it waits). */
export const countdownText = (left: number, ready: string): string => (left > 0 ? fill(messages.countdown, { n: left }) : ready)

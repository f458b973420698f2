import { createHmac, timingSafeEqual } from 'node:crypto'
import { VENUE_STEP_S } from '../../contract/training/attendance.ts'
import { derivedKey } from '../kernel/access/secrets.ts'
import type { Kernel } from '../kernel/kernel.ts'

const PASS_BYTES = 16
const DIGITS = 1_000_000
const macOf = (k: Kernel, purpose: string, text: string): Buffer =>
  createHmac('sha256', derivedKey(k.secret, `train-${purpose}`))
    .update(text)
    .digest()
    .subarray(0, PASS_BYTES)

/** The pass of an enrolment: a MAC of 128 bits, which nobody can guess and which is not stored. The six digits are derived from it. */
export function passOf(k: Kernel, activityId: number, enrolId: number): { code: string; digits: string } {
  const mac = macOf(k, 'pass', `${activityId}:${enrolId}`)
  return { code: `${enrolId}.${mac.toString('base64url')}`, digits: String(mac.readUInt32BE(0) % DIGITS).padStart(6, '0') }
}

/** The enrolment of a scanned pass of this activity; null for any other code. */
export function enrolOfPass(k: Kernel, activityId: number, code: string): number | null {
  const enrolId = Number(/^(\d{1,15})\.[\w-]{22}$/.exec(code)?.[1] ?? Number.NaN)
  if (!Number.isSafeInteger(enrolId)) return null
  return isSame(passOf(k, activityId, enrolId).code, code) ? enrolId : null
}

const stepOf = (ms: number): number => Math.floor(ms / (VENUE_STEP_S * 1000))
const codeOfStep = (k: Kernel, activityId: number, step: number): string => macOf(k, 'venue', `${activityId}:${step}`).toString('base64url')

/** The code on the screen of the venue at a time (ms), and how long it is shown. */
export function venueCodeAt(k: Kernel, activityId: number, now: number): { code: string; until: number } {
  const step = stepOf(now)
  return { code: codeOfStep(k, activityId, step), until: (step + 1) * VENUE_STEP_S * 1000 }
}

/** Whether the code belongs to the current time step, or the one before or after. */
export const isVenueCode = (k: Kernel, activityId: number, code: string, now: number): boolean =>
  [-1, 0, 1].some((shift) => isSame(codeOfStep(k, activityId, stepOf(now) + shift), code))

const isSame = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

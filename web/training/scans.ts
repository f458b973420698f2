import type { Attendance } from '../../contract/training/attendance.ts'
import { personalKeys } from '../session/personal.ts'

/** A scan that waits for the network, with the time at which it was made. */
export interface Waiting {
  code: string
  at: string
}
/** The state of one scan as the desk shows it. */
export interface Scan {
  key: number
  code: string
  found: Attendance | null
  fault: string
}

/** The unsent scans of an activity; they survive a reload of the page. */
export const keptScans = (id: number): Waiting[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(personalKeys.scans(id)) ?? '[]')
    return Array.isArray(kept) ? (kept as Waiting[]) : []
  } catch {
    return []
  }
}
export const keepScans = (id: number, waiting: readonly Waiting[]): void => {
  if (waiting.length === 0) localStorage.removeItem(personalKeys.scans(id))
  else localStorage.setItem(personalKeys.scans(id), JSON.stringify(waiting))
}

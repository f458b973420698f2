import type { Answers } from '../../contract/matching.ts'
import { personalKeys } from '../session/personal.ts'

const KEY = personalKeys.calculator

/** What a visitor has answered so far; it stays in this tab only. `skipped` were answered 不清楚. */
export interface Sheet {
  answers: Answers
  skipped: string[]
  useArchive: boolean
}
export const emptySheet: Sheet = { answers: {}, skipped: [], useArchive: false }

export function readSheet(): Sheet {
  try {
    return { ...emptySheet, ...(JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Sheet>) }
  } catch {
    return emptySheet
  }
}
export const writeSheet = (sheet: Sheet): void => sessionStorage.setItem(KEY, JSON.stringify(sheet))

/** A value set, or null for 不清楚: then it counts as unknown and is not asked again. */
export function answered(sheet: Sheet, key: string, value: Answers[string] | undefined): Sheet {
  const { [key]: _, ...rest } = sheet.answers
  const skipped = sheet.skipped.filter((k) => k !== key)
  if (value === undefined) return { ...sheet, answers: rest, skipped }
  return value === null
    ? { ...sheet, answers: { ...rest, [key]: null }, skipped: [...skipped, key] }
    : { ...sheet, answers: { ...rest, [key]: value }, skipped }
}

import type { Answers, Question } from '../../contract/matching.ts'
import { personalKeys } from '../session/personal.ts'

const KEY = personalKeys.calculator
const KEPT = personalKeys.calculatorKept
const KEPT_MS = 30 * 24 * 60 * 60 * 1000

interface TakenFact {
  key: string
  label: string
  text: string
}
/** What a visitor has answered so far; it stays in this tab unless the visitor wants it kept. `skipped` were answered 不清楚. */
export interface Sheet {
  answers: Answers
  skipped: string[]
  useArchive: boolean
  /** what was asked one by one after the first questions */
  asked: Question[]
  /** which of the answers were read out of a search, as they were then */
  said: Answers
  /** the same in words, for whoever goes on with them */
  taken: readonly TakenFact[]
}
export const emptySheet: Sheet = { answers: {}, skipped: [], useArchive: false, asked: [], said: {}, taken: [] }

interface Kept {
  sheet: Sheet
  until: number
}
function readKept(): Kept | null {
  const kept = JSON.parse(localStorage.getItem(KEPT) ?? 'null') as Kept | null
  if (kept && kept.until > Date.now()) return kept
  localStorage.removeItem(KEPT)
  return null
}

export function readSheet(): Sheet {
  try {
    const inTab = sessionStorage.getItem(KEY)
    return { ...emptySheet, ...(inTab ? (JSON.parse(inTab) as Partial<Sheet>) : readKept()?.sheet) }
  } catch {
    return emptySheet
  }
}
export function writeSheet(sheet: Sheet): void {
  sessionStorage.setItem(KEY, JSON.stringify(sheet))
  if (isKept()) keepSheet(sheet)
}

/** The visitor wants the answers to be here after the tab is closed: thirty days, in this browser only. */
export const keepSheet = (sheet: Sheet): void => localStorage.setItem(KEPT, JSON.stringify({ sheet, until: Date.now() + KEPT_MS }))
export const forgetSheet = (): void => localStorage.removeItem(KEPT)
export function isKept(): boolean {
  try {
    return readKept() !== null
  } catch {
    return false
  }
}

/** Facts of a search go into the sheet in the place of those that an earlier search left there; what was answered by hand stays. */
export function withSaid(sheet: Sheet, said: Answers, facts: readonly TakenFact[] = []): Sheet {
  const own = Object.entries(sheet.answers).filter(
    ([key, value]) => !(key in sheet.said) || JSON.stringify(sheet.said[key]) !== JSON.stringify(value),
  )
  const taken = facts.filter(({ key }) => key in said).map(({ key, label, text }) => ({ key, label, text }))
  return { ...sheet, answers: { ...Object.fromEntries(own), ...said }, said, taken }
}

/** The day of registration says how long a company has been there, so who has told the years is not asked for the day. */
const TOLD_BY: Readonly<Record<string, string>> = { operatingYears: 'registeredDate', industryCode: 'sizingIndustry' }
/** Questions that a search has answered already: they are shown as taken over and not asked again. */
export const toldBySearch = ({ taken }: Sheet): ReadonlySet<string> =>
  new Set(taken.flatMap(({ key }) => [key, ...(TOLD_BY[key] ? [TOLD_BY[key]] : [])]))

/** A value set, or null for 不清楚: then it counts as unknown and is not asked again. */
export function answered(sheet: Sheet, key: string, value: Answers[string] | undefined): Sheet {
  const { [key]: _, ...rest } = sheet.answers
  const skipped = sheet.skipped.filter((k) => k !== key)
  if (value === undefined) return { ...sheet, answers: rest, skipped }
  return value === null
    ? { ...sheet, answers: { ...rest, [key]: null }, skipped: [...skipped, key] }
    : { ...sheet, answers: { ...rest, [key]: value }, skipped }
}

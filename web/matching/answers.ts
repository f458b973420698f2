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
/** A visitor's answers so far. They stay in this tab unless the visitor wants to keep them. `skipped`: keys answered with 不清楚. */
export interface Sheet {
  answers: Answers
  skipped: string[]
  useArchive: boolean
  /** questions asked one by one after the first ones */
  asked: Question[]
  /** the answers that a search question contained, with their original values */
  said: Answers
  /** the same facts as text, for display */
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

/** Keeps the answers after the tab is closed, at the visitor's request: thirty days, in this browser only. */
export const keepSheet = (sheet: Sheet): void => localStorage.setItem(KEPT, JSON.stringify({ sheet, until: Date.now() + KEPT_MS }))
export const forgetSheet = (): void => localStorage.removeItem(KEPT)
export function isKept(): boolean {
  try {
    return readKept() !== null
  } catch {
    return false
  }
}

/** Puts the facts of a search into the sheet. They replace the facts of an earlier search; answers given by hand stay. */
export function withSaid(sheet: Sheet, said: Answers, facts: readonly TakenFact[] = []): Sheet {
  const own = Object.entries(sheet.answers).filter(
    ([key, value]) => !(key in sheet.said) || JSON.stringify(sheet.said[key]) !== JSON.stringify(value),
  )
  const taken = facts.filter(({ key }) => key in said).map(({ key, label, text }) => ({ key, label, text }))
  return { ...sheet, answers: { ...Object.fromEntries(own), ...said }, said, taken }
}

/**
 * Questions that a fact with another key answers: the operating years replace the registration date, the industry code the sizing industry.
 */
const TOLD_BY: Readonly<Record<string, string>> = { operatingYears: 'registeredDate', industryCode: 'sizingIndustry' }
/** Keys of the questions that a search has already answered; they are shown as taken over and not asked again. */
export const toldBySearch = ({ taken }: Sheet): ReadonlySet<string> =>
  new Set(taken.flatMap(({ key }) => [key, ...(TOLD_BY[key] ? [TOLD_BY[key]] : [])]))

/** Stores a value; null means 不清楚: the value counts as unknown and is not asked again. undefined removes the answer. */
export function answered(sheet: Sheet, key: string, value: Answers[string] | undefined): Sheet {
  const { [key]: _, ...rest } = sheet.answers
  const skipped = sheet.skipped.filter((k) => k !== key)
  if (value === undefined) return { ...sheet, answers: rest, skipped }
  return value === null
    ? { ...sheet, answers: { ...rest, [key]: null }, skipped: [...skipped, key] }
    : { ...sheet, answers: { ...rest, [key]: value }, skipped }
}

import { plain, squeezed } from './words.ts'

/** A document number as typed. */
export interface DocumentNumber {
  /** the part before the year or number (云政办发), when it looks like an office's code; otherwise '' */
  code: string
  /** undefined: only the number was given */
  year?: string
  number: string
  /** as it was typed */
  text: string
}

const DIGITS = '〇零一二三四五六七八九'
/** Converts 二〇二六 to 2026. */
const inFigures = (text: string): string =>
  text.replace(/[一二][〇零一二三四五六七八九]{3}/g, (year) => [...year].map((sign) => Math.max(0, DIGITS.indexOf(sign) - 1)).join(''))
/** Endings of office codes; other text before a number is not a code. */
const CODE_END = /(?:企业|[办发函字规告火政文令建综科金改通])$/
/** Introductory words before a number. */
const LEAD = /^(?:请问|关于|根据|按照|依据)/
const YEARS = { from: 2000, to: 2040 }

/** 号 directly before these characters belongs to a building, a line or people. */
const NUMBER =
  /(\p{Script=Han}{0,16}) ?[([【〔{<]? ?(?:((?:19|20)\d\d)(?: ?([)\]】〕}>]))?( ?年? ?-? ?))?第? ?(\d{1,4})(?![\d-]) ?(号?)(?![楼店线机馆门院房人厂路车码])/gu
const oneLine = (text: string): string => plain(text).replace(/\s{1,20}/g, ' ')

/**
 * Finds document numbers in a text: 〔2022〕63号, [2022]63, 2022年63号, 2022 63号; after an office's code also 2022-63, at the end 2022 63, and
 * 23号 without the year.
 */
export function documentNumbers(text: string): DocumentNumber[] {
  const line = oneLine(text)
  return [...inFigures(line).matchAll(NUMBER)].flatMap((match): DocumentNumber[] => {
    const [said, lead = '', year, closed, between = '', number = '', sign] = match
    const before = lead.replace(LEAD, '')
    const code = CODE_END.test(before) ? before : ''
    const isLast = match.index + said.length === line.trimEnd().length
    const isApart = (between.includes('-') && code) || (between && code.length > 3 && isLast)
    const isNumber = year ? sign || closed || isApart : sign && code.length > 1
    if (!isNumber) return []
    const typed = line.slice(match.index, match.index + said.length)
    return [{ code, number, ...(year ? { year } : {}), text: typed.slice(lead.length - code.length).trim() }]
  })
}

/** A text without its document numbers. */
export const besideNumbers = (text: string, numbers: readonly DocumentNumber[]): string =>
  numbers.length === 0 ? text : numbers.reduce((left, { text: said }) => left.replace(said, ' '), oneLine(text))

const lexemeOf = (year: string, number: string): string => `n:${year}-${Number(number)}`
/** The lexemes for finding a document number in a search column; without a year, those of every year. */
export const soughtNumbers = ({ year, number }: DocumentNumber): string[] =>
  year ? [lexemeOf(year, number)] : Array.from({ length: YEARS.to - YEARS.from }, (_, at) => lexemeOf(String(YEARS.from + at), number))
/** The lexemes of the numbers of a document, in every spelling. */
export const borneNumbers = (documentNumber: string): string[] =>
  documentNumbers(documentNumber).flatMap(({ year, number }) => (year ? [lexemeOf(year, number)] : []))

/** How a document matches a number: `exactly`, also by the named office, or only by year and number. */
export function bears(asked: DocumentNumber, documentNumber: string): 'exactly' | 'other office' | undefined {
  const alike = documentNumbers(documentNumber).filter(
    (one) => Number(one.number) === Number(asked.number) && (asked.year === undefined || one.year === asked.year),
  )
  if (alike.length === 0) return undefined
  const isOf = ({ code }: DocumentNumber) =>
    asked.code === '' || (code !== '' && (squeezed(code).startsWith(asked.code) || asked.code.endsWith(code) || code.endsWith(asked.code)))
  return alike.some(isOf) ? 'exactly' : 'other office'
}

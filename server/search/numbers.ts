import { plain, squeezed } from './words.ts'

/** The number of a document as somebody typed it. */
export interface DocumentNumber {
  /** what stands before the year or the number (云政办发), where it looks like the code of an office; '' else */
  code: string
  /** undefined: only the number in its year was said */
  year?: string
  number: string
  /** as it was typed */
  text: string
}

const DIGITS = '〇零一二三四五六七八九'
/** 二〇二六 is 2026. */
const inFigures = (text: string): string =>
  text.replace(/[一二][〇零一二三四五六七八九]{3}/g, (year) => [...year].map((sign) => Math.max(0, DIGITS.indexOf(sign) - 1)).join(''))
/** Offices end the code of their documents so; what else stands before a number is no code. */
const CODE_END = /(?:企业|[办发函字规告火政文令建综科金改通])$/
/** How somebody leads to a number. */
const LEAD = /^(?:请问|关于|根据|按照|依据)/
const YEARS = { from: 2000, to: 2040 }

/** 号 before one of the last characters is that of a building, a line, people. */
const NUMBER =
  /(\p{Script=Han}{0,16}) ?[([【〔{<]? ?(?:((?:19|20)\d\d)(?: ?([)\]】〕}>]))?( ?年? ?-? ?))?第? ?(\d{1,4})(?![\d-]) ?(号?)(?![楼店线机馆门院房人厂路车码])/gu
const oneLine = (text: string): string => plain(text).replace(/\s{1,20}/g, ' ')

/**
 * The numbers of documents in a text: 〔2022〕63号, [2022]63, 2022年63号, 2022 63号, and behind the code of an office also 2022-63, at
 * the end 2022 63 and, without the year, 23号.
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
/** The lexemes under which what bears a number stands in a search column; of every year where none was said. */
export const soughtNumbers = ({ year, number }: DocumentNumber): string[] =>
  year ? [lexemeOf(year, number)] : Array.from({ length: YEARS.to - YEARS.from }, (_, at) => lexemeOf(String(YEARS.from + at), number))
/** The lexemes of the numbers that a document bears, however they are written. */
export const borneNumbers = (documentNumber: string): string[] =>
  documentNumbers(documentNumber).flatMap(({ year, number }) => (year ? [lexemeOf(year, number)] : []))

/** How a document bears a number: `exactly` of the office that was named too, or only its year and number. */
export function bears(asked: DocumentNumber, documentNumber: string): 'exactly' | 'other office' | undefined {
  const alike = documentNumbers(documentNumber).filter(
    (one) => Number(one.number) === Number(asked.number) && (asked.year === undefined || one.year === asked.year),
  )
  if (alike.length === 0) return undefined
  const isOf = ({ code }: DocumentNumber) =>
    asked.code === '' || (code !== '' && (squeezed(code).startsWith(asked.code) || asked.code.endsWith(code) || code.endsWith(asked.code)))
  return alike.some(isOf) ? 'exactly' : 'other office'
}

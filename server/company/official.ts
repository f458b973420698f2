import type { FactSource, FactValue } from '../../contract/company.ts'
import type { Db } from '../kernel/db/index.ts'
import type { FieldIssue } from '../kernel/errors.ts'
import { choosable, dictionaryChoices, labelsByValue, type DictionaryChoice } from '../kernel/offers/dictionary-choices.ts'
import { archiveFieldOf, archiveFields, faultOf, officialSourceOf, type CatalogueField, tidyFact } from './catalogue.ts'

/** The groups of the catalogue in a department's sheet, besides the fields that only it may report. */
const groupsOf: Partial<Record<FactSource, readonly string[]>> = {
  市场监管: ['基本信息'],
  税务: ['财务'],
  人力社保: ['人员', '就业社保'],
  科技: ['知识产权与研发', '资质荣誉'],
  经信: ['项目投入', '专业化与市场', '融资', '资质荣誉'],
  应急管理: [],
}
/** Name and credit code change only with the register entry, not as single facts. */
export const NAMING_KEYS: ReadonlySet<string> = new Set(['companyName', 'creditCode'])

/** Fields of a company that a department may report, except name and credit code. */
export const fieldsOfDepartment = (source: FactSource): readonly CatalogueField[] =>
  archiveFields.filter((f) => {
    if (NAMING_KEYS.has(f.key)) return false
    const official = officialSourceOf(f.key)
    return official === source || (official === null && (groupsOf[source] ?? []).includes(f.group))
  })

/**
 * Faults of a department's report, each with its path: unknown keys, wrong types, fields of another department, dates after `day` (today).
 */
export function departmentIssues(
  source: FactSource,
  values: Readonly<Record<string, FactValue>>,
  pathOf: (key: string) => string,
  day: string,
): FieldIssue[] {
  return Object.entries(values).flatMap(([key, value]): FieldIssue[] => {
    const path = pathOf(key)
    const field = archiveFieldOf(key)
    if (!field || NAMING_KEYS.has(key)) return [{ path, message: `不支持的字段：${key}` }]
    const official = officialSourceOf(key)
    if (official !== null && official !== source) return [{ path, message: `${field.label}只能由${official}部门写入` }]
    const tidied = tidyFact(key, value)
    const fault = tidied === null ? null : faultOf(field, tidied, day)
    return fault ? [{ path, message: fault }] : []
  })
}

export type Choices = ReadonlyMap<string, ReadonlyMap<string, string>>
const dicts = () => [...new Set(archiveFields.flatMap((f) => f.dict ?? []))]
async function read(db: Db, only: (all: DictionaryChoice[]) => DictionaryChoice[]): Promise<Choices> {
  return new Map([...(await dictionaryChoices(db, dicts()))].map(([dict, all]) => [dict, labelsByValue(only(all))]))
}
/** Code → label for every dictionary that the catalogue refers to, of the values that can be chosen. */
export const choicesOf = (db: Db): Promise<Choices> => read(db, choosable)
/** The same with disabled values, which stored archives still hold. */
export const storedChoicesOf = (db: Db): Promise<Choices> => read(db, (all) => all)
/** The dictionary of industries contains only two-digit divisions. */
export const choiceCode = (key: string, value: string): string => (key === 'industryCode' ? value.slice(0, 2) : value)

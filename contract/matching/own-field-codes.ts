/** Types of the fields that editors define. No schemas, because screens import this file. */
import type { FactSource } from '../company.ts'
import type { ScoreItem } from './own-field-score.ts'

export const ownFieldTypes = {
  number: '数字',
  integer: '整数',
  boolean: '是否',
  enum: '单选',
  multiEnum: '多选',
  date: '日期',
  string: '文字',
} as const
export type OwnFieldType = keyof typeof ownFieldTypes
/** Types that a formula can return. */
export const calculatedTypes: readonly OwnFieldType[] = ['number', 'integer', 'boolean', 'date']
export const isChoiceType = (type: unknown): boolean => type === 'enum' || type === 'multiEnum'
export const ownFieldUnits = [
  '万元',
  '元',
  'ratio',
  '人',
  '项',
  '件',
  '个',
  '台',
  '家',
  '次',
  '年',
  '月',
  '天',
  '平方米',
  '亩',
  '吨',
  '吨标准煤',
  '万千瓦时',
  '千瓦',
  '立方米',
  '公里',
  '万美元',
  '床',
  '学时',
  '名',
  '分',
] as const
export const unitLabel = (unit: string): string => (unit === 'ratio' ? '比例（百分数）' : unit)

export const seenBy = { all: '企业填报、测算时询问', staff: '只由工作人员填写和查看' } as const

export interface OwnFieldDefinition {
  label: string
  type: OwnFieldType
  unit: string | null
  options: { value: string; label: string }[] | null
  question: string
  group: string
  note: string
  /** `=…` of other fields; null: it is asked */
  formula: string | null
  /** the only authority that may report it; null: the company reports it */
  source: FactSource | null
  seenBy: keyof typeof seenBy
  /** a number that editors maintain, by the date from which it is valid */
  dated?: { from: string; value: number }[] | null | undefined
  /** a score table, from which `formula` is generated */
  score?: ScoreItem[] | null | undefined
}
/** The origin of the value. */
export const fieldOrigins = {
  asked: '企业或部门填写',
  formula: '由其他信息计算',
  dated: '由编辑维护、随时间变化（如 LPR、平均工资）',
  score: '评分表（各项得分合计）',
} as const
export type FieldOrigin = keyof typeof fieldOrigins
export const originOf = ({ formula, dated, score }: Pick<OwnFieldDefinition, 'formula' | 'dated' | 'score'>): FieldOrigin =>
  dated ? 'dated' : score ? 'score' : formula ? 'formula' : 'asked'

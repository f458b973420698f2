/** Shapes of the rule data (seed/data) and of the engine's results. Amounts in 万元, ratios as decimals, dates 'YYYY-MM-DD'. */

import type { ScoreStatus } from '../../../contract/matching/judgement.ts'
import type { Allocation, Benefit, Condition, Funding } from '../../../contract/rule/types.ts'

export type {
  Amount,
  Difference,
  Effort,
  Explanation,
  GapPlan,
  GapStep,
  Operator,
  PolicyDifference,
  ScoreStatus,
  Total,
  TruthWord,
} from '../../../contract/matching/judgement.ts'
export type { Allocation, Benefit, Condition, Factor, Funding, Leaf, Rounding, Tier } from '../../../contract/rule/types.ts'
export type { Verdict } from '../../../contract/matching/verdicts.ts'

export type FieldType = 'rows' | 'string' | 'date' | 'number' | 'integer' | 'boolean' | 'enum' | 'multiEnum'
export type Option = { value: string; label: string }

export type Field = {
  key: string
  label: string
  type: FieldType
  unit?: string | null
  options?: readonly Option[] | null
  question?: string | null
  group?: string
  dict?: string
  derived?: boolean
  derivedFrom?: string
  expr?: string
  note?: string | null
  min?: number
  max?: number
  /** not a company fact but a figure that editors maintain, by the day from which it applies (LPR, average wage) */
  dated?: readonly DatedFigure[]
  /** for a list (type rows): its columns */
  columns?: readonly Field[]
  /** for a list: the columns with the first and last day on which a row counts; other rows are ignored */
  during?: readonly [from: string, to: string]
  /** for a list: the columns that reasons may show; the others are not for every reader */
  told?: readonly string[]
  /** for a list: a remark behind a row, chosen by the value of one of its keys; this key is not a column */
  remark?: { key: string; words: Readonly<Record<string, string>> }
}

export type DatedFigure = { from: string; value: number }

export type Answer = string | number | boolean | readonly string[] | null | undefined
/** A missing key and null both mean "unknown"; 0 and false are answers. */
export type Answers = Readonly<Record<string, Answer>>

/** What the engine reads of a policy; further keys (title, source, …) are kept unchanged. */
export type PolicyRule = {
  id: string
  title: string
  conditions: Condition
  benefits?: readonly Benefit[]
  benefitCombine?: 'sum' | 'max'
  exclusiveGroup?: string
  competitive?: boolean
  /** How many projects of one company are supported per year; amounts are per project. */
  maxPerYear?: number
  /** How applicants share the money, decided when all are known. */
  allocation?: Allocation
  funding?: readonly Funding[]
  clawback?: string
  /** Leaf ids or field keys whose gap a company can close; absent = the default (see closable.ts). */
  closable?: readonly string[]
}

export type Band = {
  grade?: string
  min: number | null
  minInclusive: boolean | null
  max: number | null
  maxInclusive: boolean | null
  points?: number
  pointsMin?: number
  pointsMax?: number
}
type Points = { points?: number; pointsMin?: number; pointsMax?: number }
export type ScoreItem = {
  id: string
  label?: string
  max?: number
  field?: string
  type: 'choice' | 'bands' | 'rules' | 'formula' | 'multi'
  options?: readonly ({ value: string | boolean; label?: string } & Points)[]
  bands?: readonly Band[]
  fields?: readonly string[]
  rules?: readonly ({ when: Condition | null; label?: string } & Points)[]
  expr?: string
  combine?: string
  items?: readonly ScoreItem[]
  bonus?: boolean
}
export type ScoreGroup = { id: string; label: string; max: number; override?: string; combine?: string; items: readonly ScoreItem[] }
export type PassLeaf = { field: string; op: 'gt' | 'gte'; value: number; label?: string }
export type ScoreTable = {
  id: string
  title: string
  max: number
  groups: readonly ScoreGroup[]
  passRule: PassLeaf | { all: readonly PassLeaf[] }
}
export type Scoring = { tables: readonly ScoreTable[] } | readonly ScoreTable[]

type Grade = { min?: number; maxExclusive?: number }
export type SizingRow = {
  id: string
  label: string
  indicators: readonly { indicator: string; label: string; unit: string; large: Grade; medium: Grade; small: Grade; micro: Grade }[]
}
export type Sizing = {
  order: readonly string[]
  labels: Readonly<Record<string, string>>
  table: readonly SizingRow[]
  industryMap: Readonly<Record<string, string>>
  industryMap4: Readonly<Record<string, string>>
}
export type Dictionaries = {
  dicts: readonly {
    type: string
    items: readonly { value: string; label: string; children?: readonly { value: string; label: string }[] }[]
  }[]
}

/** A fault of a rule, expression or answer: its place, and a Chinese sentence. */
export type Issue = { path: string; message: string }

export type ScoreResult = {
  scoreMin: number
  scoreMax: number
  groups: Record<string, [number, number]>
  status: ScoreStatus
  /** Raw fields without a value, sorted. */
  missing: string[]
  /** 已判定时为空；否则说明为何未知，如“需专家评分”“分母为0”。 */
  reason?: string
  items: ScoreItemResult[]
}
export type ScoreItemResult = {
  group: string
  id: string
  label: string
  min: number
  max: number
  full: number
  missing: string[]
  reason?: string
}

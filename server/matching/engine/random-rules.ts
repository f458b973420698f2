import fc from 'fast-check'
import type { Answers, Condition, Leaf } from './types.ts'

/** Random trees, random facts and an independent evaluator for the property tests; thresholds and facts often coincide. */

const scales = ['large', 'medium', 'small', 'micro']
const numberOp = fc.constantFrom('eq', 'ne', 'gt', 'gte', 'lt', 'lte' as const)
const leafOf = (field: string, op: fc.Arbitrary<string>, value: fc.Arbitrary<unknown>): fc.Arbitrary<Leaf> =>
  fc.record({ field: fc.constant(field), op, value }) as fc.Arbitrary<Leaf>
const listOp = fc.constantFrom('in', 'notIn')
const share = fc.constantFrom(0.05, 0.1, 0.15, 0.25, 0.3)
const someOf = (values: readonly (string | number)[]): fc.Arbitrary<(string | number)[]> => fc.subarray([...values], { minLength: 1 })

const leaf: fc.Arbitrary<Leaf> = fc.oneof(
  leafOf('employees', numberOp, fc.constantFrom(20, 100, 300, 1000)),
  leafOf('employees', listOp, someOf([20, 100, 300])),
  leafOf('revenueY1', numberOp, fc.constantFrom(300, 1000.5, 2000, 40000)),
  leafOf('techStaffRatio', numberOp, share),
  leafOf('techStaffRatio', listOp, someOf([0.1, 0.3, 0.25])),
  leafOf('mainGrowthY1', numberOp, fc.constantFrom(0, 0.05, 0.15, -0.1)),
  leafOf('isHNTE', fc.constantFrom('eq', 'ne'), fc.boolean()),
  leafOf('rdOrgLevel', fc.constantFrom('eq', 'ne'), fc.constantFrom('national', 'none')),
  leafOf('rdOrgLevel', listOp, someOf(['national', 'provincial', 'none'])),
  leafOf('enterpriseScale', listOp, someOf(scales)),
  leafOf('enterpriseScale', fc.constantFrom('eq', 'ne'), fc.constantFrom(...scales)),
  leafOf('isSME', fc.constant('eq'), fc.boolean()),
  leafOf('qualityItems', listOp, someOf(['award', 'iso'])),
  leafOf('faLoanDate', numberOp, fc.constantFrom('2026-01-01', '2025-06-30')),
  leafOf('registeredDays', numberOp, fc.constantFrom(365, 366, 730)),
  leafOf('=mainRevenueY1 / mainRevenueY2 - 1', numberOp, fc.constantFrom(0, 0.05, 0.15, -0.1)),
  leafOf('=techStaff / employees', listOp, someOf([0.1, 0.3, 0.25])),
  leafOf('=days(registeredDate, applyDate)', numberOp, fc.constantFrom(365, 366, 730)),
  leafOf('=months(registeredDate, applyDate)', numberOp, fc.constantFrom(11, 12, 24)),
  leafOf('=within(registeredDate, applyDate, 12)', fc.constant('eq'), fc.boolean()),
  leafOf('mainRevenueY1', numberOp, fc.constantFrom('=mainRevenueY2 * 105%', '=mainRevenueY2 * 1.05', '=mainRevenueY2')),
  leafOf('=yearOf(applyDate) - yearOf(registeredDate)', numberOp, fc.constantFrom(0, 1, 2)),
  leafOf('=min(mainRevenueY1, mainRevenueY2)', numberOp, fc.constantFrom(0, 2700, 3000)),
  leafOf('=max(mainRevenueY1, mainRevenueY2)', numberOp, fc.constantFrom(3000, 3150)),
  leafOf('=mainRevenueY1 - mainRevenueY2 * 110%', numberOp, fc.constantFrom(0, 150, -600)),
)

export const randomCondition: fc.Arbitrary<Condition> = fc.letrec<{ node: Condition }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
    fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
    tie('node').map((not) => ({ not })),
    fc
      .array(tie('node'), { minLength: 1, maxLength: 3 })
      .chain((of) => fc.integer({ min: 1, max: of.length }).map((atLeast) => ({ atLeast, of }))),
  ),
})).node

const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null | undefined> =>
  fc.oneof({ weight: 5, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.constant(undefined) })

export const randomFacts: fc.Arbitrary<Answers> = fc
  .record({
    employees: maybe(fc.constantFrom(0, 10, 20, 100, 299, 300, 1000)),
    revenueY1: maybe(fc.constantFrom(0, 299.99, 300, 1000.5, 2000, 39999.99, 40000)),
    techStaff: maybe(fc.constantFrom(0, 2, 10, 25, 30)),
    mainRevenueY1: maybe(fc.constantFrom(3000, 3150, 3450, 2700)),
    mainRevenueY2: maybe(fc.constantFrom(0, 3000)),
    isHNTE: maybe(fc.boolean()),
    rdOrgLevel: maybe(fc.constantFrom('national', 'provincial', 'municipal', 'none')),
    qualityItems: maybe(fc.subarray(['award', 'iso', 'brand'])),
    faLoanDate: maybe(fc.constantFrom('2025-06-30', '2026-01-01', '2026-02-28')),
    registeredDate: maybe(fc.constantFrom('2025-06-30', '2025-06-29', '2024-06-30', '2020-01-01')),
    industryCode: maybe(fc.constantFrom('3451', '6620', '6513')),
  })
  .map((facts) => Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)))

/** Hundredths as whole numbers: the facts above have at most two decimals. */
const cents = (value: number): bigint => BigInt(Math.round(value * 100))

/** A Kleene evaluator written only from the data README; shares no code with the engine. */
export function reference(node: Condition, answers: Answers, day: string): boolean | undefined {
  if ('field' in node) return referenceLeaf(node, answers, day)
  if ('not' in node) return ((inner) => (inner === undefined ? undefined : !inner))(reference(node.not, answers, day))
  if ('atLeast' in node) {
    const truths = node.of.map((part) => reference(part, answers, day))
    const met = truths.filter((each) => each === true).length
    return met >= node.atLeast ? true : met + truths.filter((each) => each === undefined).length < node.atLeast ? false : undefined
  }
  const parts = ('any' in node ? node.any : node.all).map((part) => reference(part, answers, day))
  const decisive = 'any' in node
  return parts.includes(decisive) ? decisive : parts.includes(undefined) ? undefined : !decisive
}

/** Formulas that equal a field of the catalogue. */
const SAME_AS: Readonly<Record<string, string>> = {
  '=mainRevenueY1 / mainRevenueY2 - 1': 'mainGrowthY1',
  '=techStaff / employees': 'techStaffRatio',
  '=days(registeredDate, applyDate)': 'registeredDays',
}

/** Completed months, counted one by one on the calendar; in January to June the day always exists here. */
function monthsOver(from: string, to: string): number {
  let months = 0
  const at = (n: number): string => {
    const month = Number(from.slice(0, 4)) * 12 + Number(from.slice(5, 7)) - 1 + n
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-${from.slice(8)}`
  }
  while (at(months + 1) <= to) months++
  return months
}

function referenceLeaf(leafNode: Leaf, answers: Answers, day: string): boolean | undefined {
  const { op, value } = leafNode
  const field = SAME_AS[leafNode.field] ?? leafNode.field
  const get = (key: string): number | undefined => (answers[key] ?? undefined) as number | undefined
  const fraction = (top: bigint | undefined, bottom: bigint | undefined): boolean | undefined => {
    if (top === undefined || bottom === undefined || bottom === 0n) return undefined
    const sign = (need: number): bigint => top * 10000n - BigInt(Math.round(need * 10000)) * bottom
    return op === 'in'
      ? (value as number[]).some((each) => sign(each) === 0n)
      : op === 'notIn'
        ? !(value as number[]).some((each) => sign(each) === 0n)
        : bySign(op, sign(value as number))
  }
  const hundredths = (key: string): bigint | undefined => ((number) => (number === undefined ? undefined : cents(number)))(get(key))
  if (field === 'techStaffRatio') return fraction(hundredths('techStaff'), hundredths('employees'))
  if (field === 'mainGrowthY1') {
    const [late, early] = [hundredths('mainRevenueY1'), hundredths('mainRevenueY2')]
    return fraction(late === undefined || early === undefined ? undefined : late - early, early)
  }
  if (field.startsWith('=months') || field.startsWith('=within')) {
    const start = answers['registeredDate'] as string | null | undefined
    if (!start) return undefined
    const months = monthsOver(start, day)
    const isExactly12 = months === 12 && start.slice(5) === day.slice(5)
    return field.startsWith('=months') ? bySign(op, BigInt(months - (value as number))) : (months < 12 || isExactly12) === value
  }
  if (field.startsWith('=yearOf')) {
    const start = answers['registeredDate'] as string | null | undefined
    return start ? bySign(op, BigInt(Number(day.slice(0, 4)) - Number(start.slice(0, 4)) - (value as number))) : undefined
  }
  if (/^=(min|max|mainRevenueY1 - )/.test(field)) {
    const [late, early] = [hundredths('mainRevenueY1'), hundredths('mainRevenueY2')]
    if (late === undefined || early === undefined) return undefined
    const [low, high] = late < early ? [late, early] : [early, late]
    const found = field.startsWith('=min') ? low * 10n : field.startsWith('=max') ? high * 10n : late * 10n - early * 11n
    return bySign(op, found - cents(value as number) * 10n)
  }
  if (typeof value === 'string' && value.startsWith('=mainRevenueY2')) {
    const [late, early] = [hundredths('mainRevenueY1'), hundredths('mainRevenueY2')]
    if (late === undefined || early === undefined) return undefined
    return bySign(op, late * 100n - early * (/1\.05|105%/.test(value) ? 105n : 100n))
  }
  if (field === 'registeredDays') {
    const start = answers['registeredDate'] as string | null | undefined
    return start ? bySign(op, BigInt((Date.parse(day) - Date.parse(start)) / 86400000 - (value as number))) : undefined
  }
  if (field === 'enterpriseScale' || field === 'isSME') {
    const possible = possibleScales(answers)
    const wanted = field === 'isSME' ? ['medium', 'small', 'micro'] : Array.isArray(value) ? value : [value]
    const flip = field === 'isSME' ? value === false : op === 'ne' || op === 'notIn'
    const truth = !possible
      ? undefined
      : possible.every((each) => wanted.includes(each))
        ? true
        : possible.some((each) => wanted.includes(each))
          ? undefined
          : false
    return truth === undefined ? undefined : truth !== flip
  }
  const actual = answers[field] ?? undefined
  if (actual === undefined) return undefined
  if (op === 'in' || op === 'notIn')
    return (Array.isArray(actual) ? actual : [actual]).some((each) => (value as unknown[]).includes(each)) === (op === 'in')
  return bySign(op, actual === value ? 0n : actual < (value as string) ? -1n : 1n)
}

function bySign(op: string, sign: bigint): boolean {
  return { eq: sign === 0n, ne: sign !== 0n, gt: sign > 0n, gte: sign >= 0n, lt: sign < 0n, lte: sign <= 0n }[op] ?? false
}

/** Industry 3451: 1000/300/20 people and 40000/2000/300; software 6513: 300/100/10 and 10000/1000/50; 6620 has no size classes. */
function possibleScales(answers: Answers): string[] | undefined {
  const rows: Record<string, [number[], number[]]> = {
    '3451': [
      [1000, 300, 20],
      [40000, 2000, 300],
    ],
    '6513': [
      [300, 100, 10],
      [10000, 1000, 50],
    ],
  }
  const row = rows[(answers['industryCode'] as string) ?? '']
  if (!row) return undefined
  const grades = [answers['employees'], answers['revenueY1']].map((value, index) =>
    value == null ? undefined : ((at) => (at < 0 ? 3 : at))((row[index] ?? []).findIndex((min) => (value as number) >= min)),
  )
  const known = grades.filter((grade) => grade !== undefined)
  const lowest = Math.max(0, ...known)
  if (!known.length) return undefined
  return known.length === 2 ? scales.slice(lowest, lowest + 1) : scales.slice(lowest)
}

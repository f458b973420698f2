import type { Benefit, Issue } from './types.ts'

/** In 万元; far more than a county pays to all its companies in a year. */
const MOST_MONEY = 1e7

/**
 * Benefits that pay nobody, levels that pay less although they are higher, and impossible sums. For saving only: a rule in force is still
 * judged.
 */
export function nothingIssues(benefit: Benefit, path: string): Issue[] {
  const at = (place: string, message: string): Issue => ({ path: `${path}.${place}`, message })
  if ('map' in benefit && Object.keys(benefit.map).length === 0) return [at('map', '还没有写各选项的金额')]
  const nothing = nothingPaid(benefit)
  if (nothing) return [at(nothing, '是 0，这一项什么也不会给；只授牌、没有资金的请选“资质荣誉”')]
  const large = sumsOf(benefit).find(([, sum]) => sum > MOST_MONEY)
  if (large) return [at(large[0], `${large[1]} 万元数额过大，请核对单位（这里是万元）`)]
  return benefit.kind === 'reach' ? falling(benefit, path) : []
}

/** The place that makes a benefit pay nothing. */
function nothingPaid(benefit: Benefit): string | undefined {
  if (benefit.kind === 'honor' || benefit.kind === 'ref') return undefined
  if (benefit.cap === 0) return 'cap'
  switch (benefit.kind) {
    case 'fixed':
    case 'perStep':
      return benefit.amount === 0 ? 'amount' : undefined
    case 'rate':
      return benefit.rate === 0 ? 'rate' : undefined
    case 'perUnit':
      return benefit.unitAmount === 0 ? 'unitAmount' : undefined
    case 'tierRate':
      return benefit.tiers.every(({ rate }) => rate === 0) && !benefit.rateAdd ? 'tiers[0].rate' : undefined
    case 'reach':
      return benefit.levels.every(({ amount }) => amount === 0) ? 'levels[0].amount' : undefined
    case 'lookup':
    case 'lookupRange':
      return Object.values(benefit.map).every((entry) => [entry].flat().every((sum) => sum === 0)) ? 'map' : undefined
    default:
      return undefined
  }
}

function sumsOf(benefit: Benefit): [string, number][] {
  const own: [string, number | null | undefined][] = [
    ['cap', benefit.cap],
    ['floor', benefit.floor],
    ...('amount' in benefit ? [['amount', benefit.amount] as [string, number]] : []),
    ...('unitAmount' in benefit ? [['unitAmount', benefit.unitAmount] as [string, number]] : []),
    ...(benefit.kind === 'reach' ? benefit.levels.map(({ amount }, n): [string, number] => [`levels[${n}].amount`, amount]) : []),
    ...(benefit.kind === 'lookup' ? Object.entries(benefit.map).map(([option, sum]): [string, number] => [`map.${option}`, sum]) : []),
  ]
  return own.flatMap(([place, sum]): [string, number][] => (sum == null ? [] : [[place, sum]]))
}

function falling({ levels }: Benefit & { kind: 'reach' }, path: string): Issue[] {
  const order = levels.map((level, at) => ({ ...level, at })).toSorted((a, b) => a.from - b.from)
  return order.flatMap(({ from, amount, at }, n): Issue[] => {
    const before = order[n - 1]
    return before && amount < before.amount
      ? [{ path: `${path}.levels[${at}].amount`, message: `满 ${from} 的 ${amount}万元低于满 ${before.from} 的 ${before.amount}万元` }]
      : []
  })
}

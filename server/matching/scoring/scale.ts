import { fieldOf } from '../catalogue.ts'
import type { Band, PassLeaf, ScoreItem } from '../engine/index.ts'

type Points = { points?: number; pointsMin?: number; pointsMax?: number }
const pointsText = (p: Points): string => {
  const [low, high] = p.points !== undefined ? [p.points, p.points] : [p.pointsMin ?? 0, p.pointsMax ?? 0]
  return low === high ? `${low} 分` : `${low}～${high} 分`
}

/** The scale of an item in words: which values give how many points, best first. */
export function scaleOf(item: ScoreItem): { label: string; points: string }[] {
  if (item.options) return item.options.map((o) => ({ label: o.label ?? optionLabel(item.field, o.value), points: pointsText(o) }))
  if (item.rules) return item.rules.map((r) => ({ label: r.label ?? '其他', points: pointsText(r) }))
  if (item.bands) return item.bands.map((b) => ({ label: bandText(b, unitOf(item.field)), points: pointsText(b) }))
  return (item.items ?? []).flatMap((each) => scaleOf(each).map((s) => ({ ...s, label: `${labelOf(each.field)}：${s.label}` })))
}

const labelOf = (key: string | undefined) => (key ? (fieldOf(key)?.label ?? key) : '')
const unitOf = (key: string | undefined) => (key ? (fieldOf(key)?.unit ?? null) : null)
const optionLabel = (key: string | undefined, value: string | boolean): string => {
  if (typeof value === 'boolean') return value ? '是' : '否'
  return (key ? fieldOf(key)?.options?.find((o) => o.value === value)?.label : undefined) ?? value
}

function bandText(band: Band, unit: string | null): string {
  const show = (n: number) => (unit === 'ratio' ? `${Number((n * 100).toFixed(4))}%` : `${n}${unit ?? ''}`)
  const from = band.min === null ? null : band.minInclusive ? `${show(band.min)} 及以上` : `${show(band.min)} 以上（不含）`
  const to = band.max === null ? null : band.maxInclusive ? `不超过 ${show(band.max)}` : `低于 ${show(band.max)}`
  return [from, to].filter(Boolean).join('，') || '其他'
}

/** The pass rule in words. */
export const passText = (rule: PassLeaf | { all: readonly PassLeaf[] }): string =>
  'all' in rule ? rule.all.map((r) => r.label ?? '').join('；') : (rule.label ?? '')

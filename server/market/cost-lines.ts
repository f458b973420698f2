import type { Attributes } from '../../contract/market/attributes.ts'
import type { Cost } from '../../contract/market/cost.ts'
import { marketKinds, type MarketKind } from '../../contract/market/states.ts'

export interface Place {
  kind: MarketKind
  area: number
  unit: string
  /** the least and the greatest size on offer, and the name of the latter */
  least: number
  most: number
  mostName: string
  by: 'rent' | 'buy'
  years: number
  /** 元/㎡·月 */
  rent: number | null
  propertyFee: number | null
  /** of a workshop in 元/㎡, of land in 万元/亩 */
  price: number | null
  /** 万元 */
  fitOut: number
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const SMALLEST = 0.01
/** Codes of the dictionary workshopTrade by which a workshop is only sold. */
const ONLY_SALE = '2'

/** What the caller asks for of a supply. Defaults: all of it, rented unless it is only sold. Land is always bought. */
export function placeOf(
  kind: MarketKind,
  facts: Attributes,
  asked: { area?: number | undefined; years: number; by?: 'rent' | 'buy' | undefined; fitOut: number },
): Place {
  const land = kind === 'landInfo'
  const most = numberOf(land ? facts.landArea : facts.rentArea) ?? 0
  const { rentPrice, salePrice, propertyFee, minArea, price, trade } = facts
  return {
    kind,
    area: asked.area ?? most,
    unit: marketKinds[kind].areaUnit,
    least: land ? SMALLEST : (numberOf(minArea) ?? SMALLEST),
    most,
    mostName: land ? '面积' : '可租（售）面积',
    by: land ? 'buy' : (asked.by ?? (trade === ONLY_SALE ? 'buy' : 'rent')),
    years: asked.years,
    rent: numberOf(rentPrice),
    propertyFee: numberOf(propertyFee),
    price: numberOf(land ? price : salePrice),
    fitOut: asked.fitOut,
  }
}

/** The costs line by line in 万元, each with its calculation, and the figures that the owner did not give. */
export function costLines(place: Place): Pick<Cost, 'lines' | 'lacking'> {
  const { kind, area, unit, by, years, rent, propertyFee, price, fitOut } = place
  const lines: Cost['lines'] = []
  const lacking: string[] = []
  const monthly = (name: string, each: number) =>
    lines.push({
      name,
      step: `${each} 元/㎡·月 × ${area} ${unit} × ${years * 12} 个月`,
      amount: exact([each, area, years * 12], 4),
    })
  if (by === 'rent') {
    if (rent === null) lacking.push('租金')
    else monthly('租金', rent)
  } else if (price === null) lacking.push(kind === 'landInfo' ? '参考价格' : '售价')
  else if (kind === 'landInfo') lines.push({ name: '土地价款', step: `${price} 万元/亩 × ${area} 亩`, amount: exact([price, area], 0) })
  else lines.push({ name: '购房款', step: `${price} 元/㎡ × ${area} ㎡`, amount: exact([price, area], 4) })
  if (kind !== 'landInfo' && propertyFee !== null) monthly('物业费', propertyFee)
  if (fitOut > 0) lines.push({ name: '装修投入', step: '按填写的金额', amount: fitOut })
  return { lines, lacking }
}

/**
 * Product of decimals with at most four places, divided by 10^`shift` and rounded half up at the fourth place. Calculated with integers, so
 * that it is exact.
 */
function exact(factors: readonly number[], shift: number): number {
  const scaled = factors.reduce((all, n) => all * BigInt(Math.round(n * 10_000)), 1n)
  const digits = 4 * factors.length + shift - 4
  const unit = 10n ** BigInt(digits)
  return Number((scaled * 2n + unit) / (2n * unit)) / 10_000
}

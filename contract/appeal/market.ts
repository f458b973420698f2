import type { MarketKind } from '../market/states.ts'

/** 用地与厂房 */
const LAND_AND_WORKSHOPS = '11'
/** 工业用地需求, 标准厂房租购, 闲置厂房盘活 */
const fitting: ReadonlyMap<string, readonly MarketKind[]> = new Map([
  ['1101', ['landDemand']],
  ['1102', ['workshopDemand']],
  ['1105', ['workshopInfo']],
])
const demands: readonly MarketKind[] = ['landDemand', 'workshopDemand']

/** What the sender of an appeal can register in the market besides, by the codes of its main type and subtype (ADR 0846). */
export const marketFor = (main: string | null, sub: string | null): readonly MarketKind[] =>
  main === LAND_AND_WORKSHOPS ? (fitting.get(sub ?? '') ?? demands) : []

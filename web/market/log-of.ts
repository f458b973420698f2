import { landLog, workshopLog } from '../../contract/market/item.ts'
import { marketKinds, type MarketKind } from '../../contract/market/states.ts'

/** The review log of the items of a kind. */
export const logOf = (kind: MarketKind) => (marketKinds[kind].of === 'land' ? landLog : workshopLog)

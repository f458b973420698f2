import { Link } from 'react-router'
import { marketKinds, PURPOSE_MAX, TITLE_MAX, type MarketKind } from '../../contract/market/states.ts'

/** What is already known of a new demand, carried in the state of the navigation and not in the address. */
export interface GivenDemand {
  title: string
  purpose: string
}
export const givenIn = (state: unknown): GivenDemand | null => {
  const { title, purpose } = ((state ?? {}) as { demand?: Partial<GivenDemand> }).demand ?? {}
  return typeof title === 'string' && typeof purpose === 'string' ? { title, purpose } : null
}

/** Types of appeals that ask for land or for a workshop (dictionary appealType). */
const kinds: Readonly<Record<number, MarketKind>> = { 1101: 'landDemand', 1102: 'workshopDemand' }

/** From an appeal about land or workshops to a demand with its words; nothing for other types. */
export function DemandLink({ typeId, title, content }: { typeId: number | null; title: string; content: string }) {
  const kind = typeId === null ? undefined : kinds[typeId]
  if (!kind) return null
  const { own, name, other } = marketKinds[kind]
  const demand: GivenDemand = { title: title.slice(0, TITLE_MAX), purpose: content.slice(0, PURPOSE_MAX) }
  return (
    <p data-print="hide">
      <Link to={own} state={{ demand }}>
        同时登记{name}
      </Link>
      <span className="meta">，平台逐条比对公开的{marketKinds[other].name}，有合适的通知您</span>
    </p>
  )
}

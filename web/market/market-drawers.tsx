import type { MarketItem } from '../../contract/market/item.ts'
import { marketKinds, type MarketKind } from '../../contract/market/states.ts'
import { lazyPart } from '../shell/lazy-part.tsx'

const MarketForm = lazyPart(() => import('./market-form.client.tsx').then((m) => m.MarketForm))
const TakeDown = lazyPart(() => import('./take-down.client.tsx').then((m) => m.TakeDown))
const Contacts = lazyPart(() => import('./contacts.client.tsx').then((m) => m.Contacts))
const Matches = lazyPart(() => import('./matches.client.tsx').then((m) => m.Matches))
const Visits = lazyPart(() => import('./visits.client.tsx').then((m) => m.Visits))
const ReviewLog = lazyPart(() => import('./review-log.client.tsx').then((m) => m.ReviewLog))
const Reports = lazyPart(() => import('./reports.client.tsx').then((m) => m.Reports))
const MarketImport = lazyPart(() => import('./market-import.client.tsx').then((m) => m.MarketImport))
const Freshness = lazyPart(() => import('./freshness.client.tsx').then((m) => m.Freshness))

export type What = 'form' | 'import' | 'review' | 'down' | 'contacts' | 'matches' | 'visits' | 'log' | 'reports' | 'fresh'
export type Opened = { what: Exclude<What, 'matches'>; row: MarketItem | null } | { what: 'matches'; row: Pick<MarketItem, 'id' | 'title'> }
export const isImported = (kind: MarketKind): kind is 'workshopInfo' | 'landInfo' => marketKinds[kind].side === 'supply'

interface Props {
  open: Opened | null
  kind: MarketKind
  staff: boolean
  appealId: number | null
  onOpen(next: Opened): void
  onClose(): void
  refresh(): Promise<unknown>
}
/** The drawer beside the list of a kind; one is open at a time. */
export function Drawers({ open, kind, staff, appealId, onOpen, onClose, refresh }: Props) {
  if (!open) return null
  if (open.what === 'matches') return <Matches kind={kind} row={open.row} onClose={onClose} />
  const { what, row } = open
  // After a demand is saved, its matches are shown at once.
  const saved = async (item: Pick<MarketItem, 'id' | 'title'>) => {
    await refresh()
    if (!staff && marketKinds[kind].side === 'demand') onOpen({ what: 'matches', row: item })
  }
  if (what === 'form') return <MarketForm kind={kind} row={row} appealId={row ? null : appealId} onClose={onClose} onDone={saved} />
  if (what === 'import') return isImported(kind) ? <MarketImport kind={kind} onClose={onClose} onDone={refresh} /> : null
  if (what === 'contacts')
    return <Contacts kind={row ? kind : undefined} itemId={row?.id} title={row?.title ?? '联系与约看'} onClose={onClose} />
  if (what === 'reports') return <Reports onClose={onClose} />
  if (what === 'fresh') return <Freshness kind={kind} onClose={onClose} />
  if (!row) return null
  if (what === 'down') return <TakeDown kind={kind} row={row} onClose={onClose} onDone={refresh} />
  if (what === 'visits') return <Visits kind={kind} row={row} onClose={onClose} />
  if (what === 'log') return <ReviewLog kind={kind} row={row} onClose={onClose} />
  return null
}

import { useMatches } from 'react-router'
import { marketKindKeys, marketKinds } from '../../contract/market/states.ts'
import { useCan } from '../session.ts'
import { lazyPart, onItsWay } from '../shell/lazy-part.tsx'

const MarketTable = lazyPart(() => import('./market-table.tsx').then((m) => m.MarketTable), onItsWay)

/** Eight screens of one kind each: four for the items of companies and persons, four for the reviewing office. */
export default function MarketScreen() {
  // The id of a route is its path (web/routes.ts).
  const path = useMatches().at(-1)?.id ?? ''
  const can = useCan()
  const kind = marketKindKeys.find((key) => marketKinds[key].own === path || marketKinds[key].desk === path)
  if (!kind) return null
  const staff = marketKinds[kind].desk === path
  return <MarketTable key={path} kind={kind} staff={staff} writes={!staff || can('market:manage')} />
}

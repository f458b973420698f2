import { useMatches } from 'react-router'
import { marketKindKeys, marketKinds } from '../../contract/market/states.ts'
import { useCan } from '../session.ts'
import { lazyPart, onItsWay } from '../shell/lazy-part.tsx'

const MarketTable = lazyPart(() => import('./market-table.tsx').then((m) => m.MarketTable), onItsWay)

/** Eight screens of one kind each: four of what companies and persons register, four of the office that reviews it. */
export default function MarketScreen() {
  // A route is called by its path (web/routes.ts).
  const path = useMatches().at(-1)?.id ?? ''
  const can = useCan()
  const kind = marketKindKeys.find((key) => marketKinds[key].own === path || marketKinds[key].desk === path)
  if (!kind) return null
  const staff = marketKinds[kind].desk === path
  return <MarketTable key={path} kind={kind} staff={staff} writes={!staff || can('market:manage')} />
}

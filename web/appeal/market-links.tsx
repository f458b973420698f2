import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { appeal, type AppealDetail } from '../../contract/appeal.ts'
import { marketKinds } from '../../contract/market/states.ts'
import { call } from '../api.ts'
import { useMenus } from '../session.ts'
import { leavesOf } from '../shell/menu-leaves.ts'
import css from './appeal.module.css'
import { appealKey } from './words.tsx'

/** What the sender can register in the market besides the appeal; a kind whose screen is not in the user's menu is left out. */
export function MarketLinks({
  appeal: { id, market },
  replace = false,
}: {
  appeal: Pick<AppealDetail, 'id' | 'market'>
  replace?: boolean
}) {
  const screens = new Set(leavesOf(useMenus()).map(({ entry }) => entry.url))
  const kinds = market.filter((kind) => screens.has(marketKinds[kind].own))
  if (kinds.length === 0) return null
  return (
    <p className={css.note} data-print="hide">
      也可以同时在供需市场
      {kinds.map((kind, n) => (
        <span key={kind}>
          {n > 0 && '或'}
          <Link to={`${marketKinds[kind].own}?new=1&appealId=${id}`} replace={replace}>
            登记{marketKinds[kind].name}
          </Link>
        </span>
      ))}
      ，标题、联系人等已按本诉求填好，审核后公开。
    </p>
  )
}

/** The same for an appeal that has just been filed: the way back does not lead to the form that was sent. */
export function MarketLinksOf({ id }: { id: number }) {
  const { data } = useQuery({
    queryKey: appealKey(id),
    queryFn: () => call(appeal.findById, { query: { id } }, { silent: true }),
    retry: false,
  })
  return data ? <MarketLinks appeal={data} replace /> : null
}

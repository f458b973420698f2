import { useSearchParams } from 'react-router'
import { useViewer } from '../../session.ts'
import { Link } from '../../shell/link.tsx'
import { wishKeys } from './wish-address.ts'

/** 订阅这个搜索: turns the conditions of a search into a subscription; not for staff. `usualStatus`: the list's default status. */
export function SubscribeSearch({ usualStatus }: { usualStatus: string }) {
  const [params] = useSearchParams()
  const viewer = useViewer()
  if (viewer?.type === 'YYF' || !wishKeys.some((key) => params.get(key))) return null
  const kept = new URLSearchParams([...params].filter(([key]) => key !== 'page' && key !== 'sort'))
  if (kept.get('status') === usualStatus) kept.delete('status')
  kept.set('from', 'search')
  return (
    <Link to={`/page/policysub?${kept.toString()}`} rel="nofollow">
      订阅这个搜索
    </Link>
  )
}

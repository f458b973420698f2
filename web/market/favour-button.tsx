import { useEffect, useState } from 'react'
import { marketKeeping } from '../../contract/market/keeping.ts'
import type { MarketKind } from '../../contract/market/states.ts'
import { call } from '../api.ts'
import { useViewer } from '../session.ts'
import { requireLogin } from '../shell/require-login.ts'
import { useSite } from '../shell/root-data.ts'
import { toast } from '../toast.ts'

/** Adds an item to the favourites; the user is notified of a changed price or a withdrawal. */
export function FavourButton({ kind, id }: { kind: MarketKind; id: number }) {
  const { ssoUrl } = useSite()
  const type = useViewer()?.type
  const [kept, setKept] = useState(false)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    setKept(false)
    if (!type) return
    call(marketKeeping.favourites, { query: { itemId: id, pageSize: 1 } }, { silent: true }).then(
      ({ total }) => setKept(total > 0),
      () => undefined,
    )
  }, [id, type])
  const turn = async () => {
    if (busy || !(await requireLogin(ssoUrl))) return
    setBusy(true)
    try {
      await call(marketKeeping.favour, { body: { kind, id, on: !kept } })
      setKept(!kept)
      toast.success(kept ? '已取消收藏' : '已收藏，价格变化或下架时通知您')
    } catch {
      // The call has already shown the error.
    } finally {
      setBusy(false)
    }
  }
  return (
    <button type="button" className="btn" aria-pressed={kept} disabled={busy} onClick={() => void turn()}>
      {kept ? '已收藏' : '收藏'}
    </button>
  )
}

import { useState } from 'react'
import { USER_TYPE_OPERATOR } from '../../contract/constants.ts'
import type { MarketKind } from '../../contract/market/states.ts'
import { useViewer } from '../session.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { requireLogin } from '../shell/require-login.ts'
import { useSite } from '../shell/root-data.ts'

const KeptDialog = lazyPart(() => import('./kept-dialog.client.tsx').then((m) => m.KeptDialog))

/** Opens the reader's favourites and saved searches; staff have none here. */
export function KeptButton({ kind }: { kind: MarketKind }) {
  const { ssoUrl } = useSite()
  const viewer = useViewer()
  const [open, setOpen] = useState(false)
  if (viewer?.type === USER_TYPE_OPERATOR) return null
  return (
    <>
      <button type="button" className="btn btn-small" onClick={() => void requireLogin(ssoUrl).then((may) => may && setOpen(true))}>
        收藏与筛选
      </button>
      {open && <KeptDialog kind={kind} onClose={() => setOpen(false)} />}
    </>
  )
}

import { Button } from 'antd'
import { useState } from 'react'
import type { ReviewDetail } from '../../../contract/declaration.ts'
import { useOffered } from '../../kit/view-only.tsx'
import { useCan, useUser } from '../../session.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { assignTo } from './assigning.ts'
import css from './review.module.css'

const AssignDialog = lazyPart(() => import('./assign-dialog.tsx').then((m) => m.default))
const decides = ['pass', 'back', 'refuse']

/** Who has the declaration in hand, with the actions take, pass on and release. */
export function Holder({ detail, onChanged }: { detail: ReviewDetail; onChanged(): void }) {
  const user = useUser()
  const leads = useCan()('insight:read')
  const [assigning, setAssigning] = useState(false)
  const offered = useOffered()
  const { holder, holderActs } = detail
  const isMine = holder !== null && holder.id === user?.id
  const acts = detail.allowed.some((move) => decides.includes(move))
  // Whoever holds it can perhaps no longer act on it: then it is passed on like one that is free.
  const isFree = holder === null || !holderActs
  if (!holder && !acts && !leads) return null
  const give = async (to: number | null) => {
    await assignTo([detail], to)
    onChanged()
  }
  return (
    <span className={css.holder}>
      办理人 <strong>{holder ? holder.name : '未领取'}</strong>
      <span data-print="hide">
        {isFree && !isMine && acts && user && (
          <Button size="small" {...offered} onClick={() => void give(user.id)}>
            领取
          </Button>
        )}
        {(isMine || (holder !== null && isFree && (acts || leads))) && (
          <Button size="small" {...offered} onClick={() => void give(null)}>
            放回
          </Button>
        )}
        {(isMine || leads || (isFree && acts)) && (
          <Button size="small" {...offered} onClick={() => setAssigning(true)}>
            指派
          </Button>
        )}
      </span>
      {assigning && (
        <AssignDialog
          items={[detail]}
          onClose={() => setAssigning(false)}
          onDone={() => {
            setAssigning(false)
            onChanged()
            return Promise.resolve()
          }}
        />
      )}
    </span>
  )
}

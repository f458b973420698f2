import { useState } from 'react'
import { useSite } from '../../shell/root-data.ts'
import { toast } from '../../toast.ts'
import css from './collect-button.module.css'
import { setCollected, useCollected } from './collected.ts'

/** 收藏 / 已收藏. */
export function CollectButton({ policyId, policyTitle, plain }: { policyId: number; policyTitle: string; plain?: boolean }) {
  const { ssoUrl } = useSite()
  const collected = useCollected(policyId) === true
  const [busy, setBusy] = useState(false)
  const turn = async () => {
    setBusy(true)
    try {
      const { requireReader } = await import('./require-reader.ts')
      if ((await requireReader(ssoUrl)) && (await setCollected(policyId, !collected)))
        toast.success(collected ? '已取消收藏' : '已收藏，有变化时会告诉您', 3)
    } finally {
      setBusy(false)
    }
  }
  return (
    <button type="button" className={plain ? css.plain : 'btn'} aria-pressed={collected} disabled={busy} onClick={() => void turn()}>
      {collected ? '★ 已收藏' : '☆ 收藏'}
      <span className="visually-hidden">：{policyTitle}</span>
    </button>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Alert, Drawer, Spin } from 'antd'
import { useState } from 'react'
import { changeCodes, rightsChange, type RightsChangeRow } from '../../../contract/identity/rights-change.ts'
import type { Data } from '../../../contract/endpoint.ts'
import { quoted } from '../../../contract/quoted.ts'
import { ApiError, call } from '../../api.ts'
import { localMinute } from '../../kit/date/local-time.ts'
import { ReviewDialog, type Move } from '../../kit/dialog/review-dialog.tsx'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { toast } from '../../toast.ts'
import css from './rules.module.css'
import { RightsEffectView } from './rights-effect.tsx'
import { LookAhead } from './view-as.tsx'

const isLater = (startTime: string | null): startTime is string => startTime !== null && Date.parse(startTime) > Date.now()
const isOpen = ({ state }: RightsChangeRow) => state === changeCodes.code.waiting || state === changeCodes.code.scheduled
const AT_ONCE = '随即生效，对方下一次操作时按新的权限。'
const movesOf = ({ startTime, state }: RightsChangeRow): Readonly<Record<'approve' | 'reject', Move>> => ({
  approve: {
    label: '同意',
    effect: isLater(startTime)
      ? `${localMinute(startTime)} 生效；到时权限已有别的变化、所授角色的权限有增加，或本人已停用、调走的，这项变更作废，会告知安全管理员。`
      : `${startTime ? '所请的生效时间已过，' : ''}${AT_ONCE}`,
  },
  reject: { label: '驳回', danger: true, reason: state === changeCodes.code.scheduled ? '不再生效的原因' : '驳回的原因' },
})

/** The request is not as it was read: decided or changed by somebody else, or its basis is gone. */
const MOVED: readonly string[] = ['CONFLICT', 'STALE', 'STATE']

/** The present effect of a requested change; a user with the right decides here. */
export function OneChange({ id, onClose, onDone }: { id: number; onClose(): void; onDone(): Promise<unknown> }) {
  const read = useQuery({
    queryKey: ['rights-change', id],
    queryFn: () => call(rightsChange.findById, { query: { id } }, { silent: true }),
    retry: false,
    gcTime: 0,
  })
  const found = read.data
  const [deciding, setDeciding] = useState(false)
  const [looking, setLooking] = useState(false)
  const [moved, setMoved] = useState('')
  const decide = async (move: string, opinion: string) => {
    const { version, hash } = found!
    const decision = move as 'approve' | 'reject'
    try {
      await call(rightsChange.decide, { body: { id, version, hash, decision, opinion } }, { silent: true })
    } catch (error) {
      if (!(error instanceof ApiError) || !MOVED.includes(error.code ?? '')) throw error
      // Nothing was decided: the officer reads how the request stands now.
      setMoved(error.message)
      setDeciding(false)
      await Promise.all([read.refetch(), onDone()])
      return
    }
    toast.success(decision === 'reject' ? '已驳回' : isLater(found!.startTime) ? '已同意，到时生效' : '已同意，随即生效')
    onClose()
    await onDone()
  }
  const allowed = found?.allowed.filter((one) => one !== 'withdraw') ?? []
  return (
    <Drawer
      open
      title={found?.title ?? '变更申请'}
      size={640}
      destroyOnHidden
      onClose={onClose}
      footer={
        found && (found.seenAs || allowed.length > 0) ? (
          <div className={css.foot}>
            {found.seenAs && (
              <button type="button" className="btn" onClick={() => setLooking(true)}>
                预看变更后的页面
              </button>
            )}
            {allowed.length > 0 && (
              <button type="button" className="btn btn-primary" onClick={() => setDeciding(true)}>
                复核
              </button>
            )}
          </div>
        ) : null
      }
    >
      {read.isError ? (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      ) : !found ? (
        <Spin />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
        <div tabIndex={0} role="region" aria-label="申请的内容和影响">
          <p>
            {found.proposedBy} 于 <span className="num">{localMinute(found.proposeTime)}</span> 提出：{found.reason}
          </p>
          {found.startTime && (
            <p>
              生效时间：<span className="num">{localMinute(found.startTime)}</span>
            </p>
          )}
          <HowItStands found={found} moved={moved} />
          {!deciding && <WhatChanges found={found} />}
          {looking && found.seenAs && <LookAhead change={{ ...found, seenAs: found.seenAs }} onClose={() => setLooking(false)} />}
          {deciding && (
            <ReviewDialog
              open
              draft={`rights-review:${found.id}`}
              title={`复核${quoted(found.title)}`}
              // A small screen shows the dialog alone, so what is decided on stands in it.
              subject={<WhatChanges found={found} />}
              allowed={allowed}
              moves={movesOf(found)}
              onClose={() => setDeciding(false)}
              onDecide={decide}
            />
          )}
        </div>
      )}
    </Drawer>
  )
}

/** The rights before and after in words, and whom they affect. */
const WhatChanges = ({ found }: { found: Data<typeof rightsChange.findById> }) => (
  <>
    {found.words && (
      <ul className={css.words}>
        <li>
          {found.staleWhy !== null ? '提出时' : isOpen(found) ? '现在' : '变更前'}：{found.words.before}
        </li>
        <li>变更后：{found.words.after}</li>
      </ul>
    )}
    {found.effect && <RightsEffectView effect={found.effect} />}
  </>
)

/** Who decided and how, or why nobody can approve any more. */
const HowItStands = ({ found, moved }: { found: Data<typeof rightsChange.findById>; moved: string }) => (
  <>
    {moved && (
      <Alert
        type="warning"
        showIcon
        title={moved}
        {...(found.effect ? { description: '下面是现在的影响。' } : {})}
        style={{ margin: '16px 0' }}
      />
    )}
    {found.staleWhy !== null && (
      <Alert
        type="warning"
        showIcon
        title={`状态已变化：${found.staleWhy}`}
        description="这项申请不能再生效。请驳回，或由提出人撤回；仍需要的，按现在的情况重新提出。"
        style={{ margin: '16px 0' }}
      />
    )}
    {found.state === changeCodes.code.withdrawn && <p>提出人已撤回，没有生效。</p>}
    {found.state === changeCodes.code.void ? (
      <p>已作废{found.opinion && `：${found.opinion}`}</p>
    ) : (
      found.decidedBy
      && found.decideTime && (
        <p>
          {found.decidedBy} 于 <span className="num">{localMinute(found.decideTime)}</span>{' '}
          {found.state === changeCodes.code.refused ? '驳回' : '同意'}
          {found.opinion && `：${found.opinion}`}
        </p>
      )
    )}
  </>
)

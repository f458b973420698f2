import { useState } from 'react'
import { smsSend, type SmsSendDetail } from '../../contract/sms/sends.ts'
import { smsSendCodes } from '../../contract/sms/states.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { ChangedSince, type Facts } from '../kit/dialog/changed-since.tsx'
import { ReviewDialog } from '../kit/dialog/review-dialog.tsx'
import { readFailure } from '../kit/failure.ts'
import { audienceWords } from './audience.ts'

const reviewFacts = (s: SmsSendDetail): Facts => [
  ['任务名称', s.name],
  ['短信内容', s.content],
  ['发给', audienceWords(s)],
  ['发送时间', s.planTime === null ? '复核通过后' : localMinute(s.planTime)],
  ['将发送', s.dryRun?.toSend ?? 0],
  ['状态', smsSendCodes.statuses[s.state as keyof typeof smsSendCodes.statuses].label],
]

interface Props {
  send: SmsSendDetail
  open: boolean
  onClose(): void
  onDone(said: string): Promise<unknown>
}

/** 复核: of what the reviewer saw; when somebody else changed it meanwhile, the changes are shown before the decision is sent again. */
export function SendReview({ send, open, onClose, onDone }: Props) {
  const [now, setNow] = useState<SmsSendDetail | null>(null)
  const s = now ?? send
  return (
    <ReviewDialog
      draft={`sms-review:${s.id}`}
      title="复核短信任务"
      subject={
        <>
          {now && <ChangedSince before={reviewFacts(send)} now={reviewFacts(now)} />}
          {`${s.name}：将发送 ${s.dryRun?.toSend ?? 0} 条`}
        </>
      }
      open={open}
      allowed={s.allowed}
      moves={{
        approve: { label: '通过', effect: '到时间后按试算的收件人和内容发送。' },
        refuse: { label: '驳回', danger: true, reason: '复核意见' },
      }}
      onClose={() => {
        setNow(null)
        onClose()
      }}
      onDecide={async (move, reviewOpinion) => {
        const reviewState = move === 'approve' ? 1 : 2
        const seen = { id: s.id, version: s.version, hash: s.dryRun?.hash ?? '' }
        await call(smsSend.review, { body: { ...seen, reviewState, reviewOpinion } }, { silent: true }).catch(async (error: unknown) => {
          if (['CONFLICT', 'STATE'].includes(readFailure(error).code ?? ''))
            setNow(await call(smsSend.findById, { query: { id: send.id } }, { silent: true }))
          throw error
        })
        await onDone(move === 'approve' ? '已通过复核' : '已驳回')
      }}
    />
  )
}

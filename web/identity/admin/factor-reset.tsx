import { useQuery } from '@tanstack/react-query'
import { Modal, Spin } from 'antd'
import type { Data } from '../../../contract/endpoint.ts'
import { ASKED_ALREADY, factorReset, REQUEST_GONE, type ResetAsked } from '../../../contract/identity/factor-reset.ts'
import type { UserRow } from '../../../contract/identity/users.ts'
import { ApiError, call } from '../../api.ts'
import { localMinute } from '../../kit/date/local-time.ts'
import { ReviewDialog, type Move } from '../../kit/dialog/review-dialog.tsx'
import { WordsDialog } from '../../kit/dialog/words-dialog.tsx'
import { readFailure } from '../../kit/failure.ts'
import { useSubmit } from '../../kit/form/use-submit.ts'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { useViewOnly } from '../../kit/view-only.tsx'
import { toast } from '../../toast.ts'

type Found = Data<typeof factorReset.find>
interface Shown {
  title: string
  found: Found
  asked: ResetAsked
  id: number
  onClose(): void
  onDone(): Promise<unknown>
}

/**
 * Removes the second factor of a user who lost the app: one officer asks, and another one reads who asked and why, and decides within a day.
 * It is read when the dialog opens, because the list may be older than the request.
 */
export function FactorReset({ row: { id, name }, onClose, onDone }: { row: UserRow; onClose(): void; onDone(): Promise<unknown> }) {
  const read = useQuery({
    queryKey: ['factor-reset', id],
    queryFn: () => call(factorReset.find, { query: { id } }, { silent: true }),
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const found = read.data
  const title = `解除“${name}”的动态验证码`
  if (!found)
    return (
      <Modal open title={title} footer={null} onCancel={onClose}>
        {read.isError ? <ErrorState error={read.error} onRetry={() => void read.refetch()} /> : <Spin />}
      </Modal>
    )
  if (found.asked) {
    const shown = { title, found, asked: found.asked, id, onClose, onDone }
    return found.asked.own ? <Waits {...shown} /> : <Decide {...shown} />
  }
  return (
    <WordsDialog
      title={title}
      draft={`factor-reset:${id}`}
      label="原因"
      placeholder="例如：手机遗失，已当面核实是本人"
      empty="请填写原因"
      maxLength={200}
      okText="提出解除"
      danger
      effect={`提出后由另一名安全管理员看过原因，在一天内确认才生效。${endsWith(found)}本人会收到通知。`}
      onClose={onClose}
      onSend={async (reason) => {
        try {
          await call(factorReset.ask, { body: { id, reason } }, { silent: true })
        } catch (error) {
          if (error instanceof ApiError && error.code === ASKED_ALREADY) {
            // The other officer's request takes the place of this dialog.
            toast.error(error.message)
            await Promise.all([read.refetch(), onDone()])
          }
          throw error
        }
        toast.success('已提出，已告知其他安全管理员，请在一天内确认')
        await onDone()
      }}
    />
  )
}

/** What a confirmed request ends. */
const endsWith = ({ sessions, codes, keys }: Found): string =>
  `生效后，绑定的验证器作废${codes > 0 ? `，没有用过的 ${codes} 个恢复码作废` : ''}${keys > 0 ? `，${keys} 个安全密钥移除` : ''}${sessions > 0 ? `，该账号现有的 ${sessions} 处登录全部结束` : ''}。`

const Request = ({ asked: { askedBy, own, askTime, until, reason } }: { asked: ResetAsked }) => (
  <div role="group" aria-label="申请" style={{ overflowWrap: 'anywhere' }}>
    <p style={{ margin: 0 }}>
      {own ? '您' : askedBy}于 <span className="num">{localMinute(askTime)}</span> 提出，<span className="num">{localMinute(until)}</span>{' '}
      前有效。
    </p>
    <p style={{ margin: '8px 0 0' }}>原因：{reason}</p>
  </div>
)

/** The request is not there any more: nothing was done, and the list shows how it stands. */
async function orGone(send: () => Promise<unknown>, done: string): Promise<void> {
  try {
    await send()
    toast.success(done)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== REQUEST_GONE) throw error
    toast.error(readFailure(error).message)
  }
}

/** The officer who asked reads that it waits, and can withdraw it. */
function Waits({ title, asked, found, id, onClose, onDone }: Shown) {
  const viewOnly = useViewOnly()
  const { busy, failure, run } = useSubmit(async () => {
    await orGone(() => call(factorReset.withdraw, { body: { id, askTime: asked.askTime } }, { silent: true }), '已撤回')
    await onDone()
  })
  return (
    <Modal
      open
      title={title}
      onCancel={onClose}
      cancelText="关闭"
      okText="撤回申请"
      confirmLoading={busy}
      okButtonProps={{ disabled: viewOnly !== null }}
      onOk={() => void run().then((done) => done && onClose())}
    >
      <Request asked={asked} />
      <p className="meta" style={{ margin: '12px 0 0' }}>
        等另一名安全管理员确认，到时没有人确认即作废。{endsWith(found)}
      </p>
      {failure && (
        <p role="alert" style={{ color: 'var(--error)', margin: 0 }}>
          {failure.message}
        </p>
      )}
    </Modal>
  )
}

/** Another officer decides about what is read here. */
function Decide({ title, asked, found, id, onClose, onDone }: Shown) {
  const moves: Readonly<Record<'confirm' | 'refuse', Move>> = {
    confirm: { label: '确认解除', danger: true, effect: `随即生效。${endsWith(found)}请先与本人核实。` },
    refuse: { label: '不同意', reason: '不同意的原因', effect: '申请结束，动态验证码不变；提出人和本人会收到通知和原因。' },
  }
  return (
    <ReviewDialog
      open
      title={title}
      draft={`factor-reset-decide:${id}:${Date.parse(asked.askTime)}`}
      subject={<Request asked={asked} />}
      allowed={['confirm', 'refuse']}
      moves={moves}
      maxLength={200}
      onClose={onClose}
      onDecide={async (move, opinion) => {
        const decision = move as keyof typeof moves
        const body = { id, askTime: asked.askTime, decision, opinion }
        await orGone(() => call(factorReset.decide, { body }, { silent: true }), decision === 'confirm' ? '已解除' : '已告知提出人')
        await onDone()
      }}
    />
  )
}

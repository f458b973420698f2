import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { callData, type CallRow } from '../../contract/callcentre/calls.ts'
import { call } from '../api.ts'
import { FormDrawer } from '../kit/dialog/form-drawer.tsx'
import { WordsDialog } from '../kit/dialog/words-dialog.tsx'
import { ErrorState } from '../kit/table/table-states.tsx'
import { useOffered } from '../kit/view-only.tsx'
import { lazyPart } from '../shell/lazy-part.tsx'
import { toast } from '../toast.ts'
import { CallFacts } from './call-facts.tsx'
import css from './ecall.module.css'

const CallForm = lazyPart(() => import('./call-form.client.tsx').then((m) => m.CallForm))

interface Props {
  onClose(): void
  onDone(): Promise<unknown>
}

/** One call of the list: its facts, and the changes that its agent may still make on the same day. */
export function CallDrawer({ id, onClose, onDone }: Props & { id: number | null }) {
  const found = useQuery({
    queryKey: ['call', 'one', id],
    queryFn: () => call(callData.findById, { query: { id: id! } }, { silent: true }),
    enabled: id !== null,
    retry: false,
    staleTime: 0,
  })
  const row = found.data
  return (
    <FormDrawer title="通话记录" open={id !== null} onClose={onClose} size={720}>
      {found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : row ? (
        <One
          key={`${row.id} ${row.version}`}
          row={row}
          onGone={async () => {
            onClose()
            await onDone()
          }}
          onDone={async () => {
            await found.refetch()
            await onDone()
          }}
        />
      ) : (
        <p role="status">正在加载…</p>
      )}
    </FormDrawer>
  )
}

function One({ row, onDone, onGone }: { row: CallRow; onDone(): Promise<unknown>; onGone(): Promise<unknown> }) {
  const [open, setOpen] = useState<'form' | 'delete' | null>(null)
  const offered = useOffered()
  const close = () => setOpen(null)
  const may = (move: CallRow['allowed'][number]) => row.allowed.includes(move)
  if (open === 'form')
    return (
      <CallForm
        row={row}
        onCancel={close}
        onDone={async () => {
          toast.success('已保存')
          close()
          await onDone()
        }}
      />
    )
  return (
    <>
      <CallFacts row={row} />
      <div className={css.actions} data-print="hide">
        {may('register') && (
          <Button type="primary" {...offered} onClick={() => setOpen('form')}>
            登记
          </Button>
        )}
        {may('correct') && (
          <Button {...offered} onClick={() => setOpen('form')}>
            更正
          </Button>
        )}
        {may('delete') && (
          <Button danger {...offered} onClick={() => setOpen('delete')}>
            删除
          </Button>
        )}
      </div>
      <WordsDialog
        open={open === 'delete'}
        draft={`call-delete:${row.id}`}
        title="删除这条记录？"
        note={<p>只能删除本人当天手工登记的记录，原因记入审计日志。</p>}
        label="删除原因"
        empty="请填写删除的原因"
        maxLength={200}
        okText="删除"
        danger
        onClose={close}
        onSend={async (reason) => {
          await call(callData.remove, { body: { id: row.id, reason } }, { silent: true })
          toast.success('已删除')
          await onGone()
        }}
      />
    </>
  )
}

/** 手工登记: enters a call that no telephone system reported. */
export const EnterCall = ({ onClose, onDone }: Props) => (
  <FormDrawer title="手工登记通话" open onClose={onClose} size={720}>
    <CallForm
      row={null}
      onCancel={onClose}
      onDone={async () => {
        toast.success('已登记')
        onClose()
        await onDone()
      }}
    />
  </FormDrawer>
)

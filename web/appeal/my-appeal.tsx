import { useQuery } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useState } from 'react'
import { appeal, type AppealDetail } from '../../contract/appeal.ts'
import { call } from '../api.ts'
import { FormDrawer } from '../kit/dialog/form-drawer.tsx'
import { ErrorState } from '../kit/table/table-states.tsx'
import { lazyPart } from '../shell/lazy-part.tsx'
import { toast } from '../toast.ts'
import { AppealFacts } from './appeal-facts.tsx'
import css from './appeal.module.css'
import { MarketLinks } from './market-links.tsx'
import { appealKey } from './words.tsx'

const EvaluateForm = lazyPart(() => import('./sender-forms.client.tsx').then((m) => m.EvaluateForm))
const SupplementForm = lazyPart(() => import('./sender-forms.client.tsx').then((m) => m.SupplementForm))

interface Props {
  onDone(): Promise<unknown>
  onAgain(id: number): void
}

/** One of the user's own appeals, with the permitted actions. */
export function MyAppealDrawer({ id, onClose, ...rest }: Props & { id: number | null; onClose(): void }) {
  const found = useQuery({
    queryKey: appealKey(id),
    queryFn: () => call(appeal.findById, { query: { id: id! } }, { silent: true }),
    enabled: id !== null,
    retry: false,
    staleTime: 0,
  })
  return (
    <FormDrawer title="诉求详情" open={id !== null} onClose={onClose} size={760}>
      {found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data ? (
        <AppealFacts appeal={found.data} contact={`${found.data.contact} ${found.data.phone}`}>
          <Doing key={`${found.data.id} ${found.data.version}`} appeal={found.data} {...rest} />
          <MarketLinks appeal={found.data} />
        </AppealFacts>
      ) : (
        <p role="status">正在加载…</p>
      )}
    </FormDrawer>
  )
}

function Doing({ appeal: a, onDone, onAgain }: Props & { appeal: AppealDetail }) {
  const { modal } = App.useApp()
  const [open, setOpen] = useState<'evaluate' | 'supplement' | null>(null)
  const may = (move: AppealDetail['allowed'][number]) => a.allowed.includes(move)
  const wish = { id: a.id, version: a.version }
  const done = async (words: string) => {
    toast.success(words)
    setOpen(null)
    await onDone()
  }
  const urge = async () => {
    // The shared client shows the error.
    try {
      await call(appeal.urge, { body: wish })
      await done('已催办，办理部门会收到提醒')
    } catch {
      /* the call has shown its error */
    }
  }
  const withdraw = () =>
    modal.confirm({
      title: `撤回“${a.title}”？`,
      content: '撤回后不再办理，需要时可以重新提出。',
      okText: '撤回',
      okButtonProps: { danger: true },
      onOk: async () => {
        try {
          await call(appeal.withdraw, { body: wish })
          await done('已撤回')
        } catch {
          /* the call has shown its error */
        }
      },
    })
  if (open === 'evaluate') return <EvaluateForm appeal={a} onDone={done} onClose={() => setOpen(null)} />
  if (open === 'supplement') return <SupplementForm appeal={a} onDone={done} onClose={() => setOpen(null)} />
  if (a.allowed.length === 0) return null
  return (
    <div className={css.actions} data-print="hide">
      {may('evaluate') && (
        <Button type="primary" onClick={() => setOpen('evaluate')}>
          评价
        </Button>
      )}
      {may('submit') && (
        <Button type="primary" onClick={() => onAgain(a.id)}>
          补充后重新提交
        </Button>
      )}
      {may('supplement') && <Button onClick={() => setOpen('supplement')}>补充</Button>}
      {may('urge') && <Button onClick={() => void urge()}>催办</Button>}
      {may('withdraw') && (
        <Button danger onClick={withdraw}>
          撤回
        </Button>
      )}
    </div>
  )
}

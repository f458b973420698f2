import { appealCodes, isOver } from '../../contract/appeal/states.ts'
import { useQuery } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { appeal, type AppealDetail } from '../../contract/appeal.ts'
import { call } from '../api.ts'
import { FormDrawer } from '../kit/dialog/form-drawer.tsx'
import { ReviewDialog } from '../kit/dialog/review-dialog.tsx'
import { WordsDialog } from '../kit/dialog/words-dialog.tsx'
import { ErrorState } from '../kit/table/table-states.tsx'
import { lazyPart } from '../shell/lazy-part.tsx'
import { useCan } from '../session.ts'
import { toast } from '../toast.ts'
import { AppealFacts } from './appeal-facts.tsx'
import css from './appeal.module.css'
import { AssistButton } from './assist-button.tsx'
import { Contact, OthersHere, PaperButtons } from './desk-extra.tsx'
import { DeskFacts } from './merged-facts.tsx'
import { SimilarList } from './similar-list.tsx'
import { TracePanel } from './trace-panel.tsx'
import { appealKey } from './words.tsx'

const DealForm = lazyPart(() => import('./staff-forms.client.tsx').then((m) => m.DealForm))
const TransferForm = lazyPart(() => import('./staff-forms.client.tsx').then((m) => m.TransferForm))
const RuleForm = lazyPart(() => import('./staff-forms.client.tsx').then((m) => m.RuleForm))
const PauseForm = lazyPart(() => import('./staff-forms.client.tsx').then((m) => m.PauseForm))
const ExtendForm = lazyPart(() => import('./staff-forms.client.tsx').then((m) => m.ExtendForm))
const PublishForm = lazyPart(() => import('./publish-form.client.tsx').then((m) => m.PublishForm))
const BackForm = lazyPart(() => import('./staff-forms.client.tsx').then((m) => m.BackForm))

/** One appeal at the desk: its facts, the contact, and the actions that the user has. */
export function AdminAppealDrawer({
  id,
  steps,
  onClose,
  onDone,
}: {
  id: number | null
  /** links to the next and the previous appeal of the list */
  steps?: ReactNode
  onClose(): void
  onDone(): Promise<unknown>
}) {
  const found = useQuery({
    queryKey: appealKey(id),
    queryFn: () => call(appeal.findById, { query: { id: id! } }, { silent: true }),
    enabled: id !== null,
    retry: false,
    staleTime: 0,
  })
  const a = found.data
  return (
    <FormDrawer title="诉求办理" open={id !== null} onClose={onClose} size={800} extra={id !== null && <PaperButtons id={id} />}>
      {found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : a ? (
        <AppealFacts appeal={a} contact={<Contact key={a.id} appeal={a} />}>
          {steps}
          <OthersHere key={`here ${a.id}`} id={a.id} />
          <DeskFacts appeal={a} />
          <Doing key={`${a.id} ${a.version}`} appeal={a} onDone={onDone} />
          {a.hasTrace && <TracePanel key={a.id} id={a.id} />}
          <SimilarList
            key={`similar ${a.id}`}
            appeal={a}
            onDone={async (words) => {
              toast.success(words)
              await onDone()
            }}
          />
        </AppealFacts>
      ) : (
        <p role="status">正在加载…</p>
      )}
    </FormDrawer>
  )
}

const forms = {
  transfer: TransferForm,
  deal: DealForm,
  back: BackForm,
  rule: RuleForm,
  pause: PauseForm,
  extend: ExtendForm,
  publish: PublishForm,
} as const
type Opened = keyof typeof forms | 'examine' | 'delete' | 'refuse'

function Doing({ appeal: a, onDone }: { appeal: AppealDetail; onDone(): Promise<unknown> }) {
  const { modal } = App.useApp()
  const can = useCan()
  const [open, setOpen] = useState<Opened | null>(null)
  const may = (move: AppealDetail['allowed'][number]) => a.allowed.includes(move)
  const wish = { id: a.id, version: a.version }
  const close = () => setOpen(null)
  const done = async (words: string) => {
    toast.success(words)
    close()
    await onDone()
  }
  const asked = (title: string, content: string, okText: string, run: () => Promise<unknown>, words: string) =>
    modal.confirm({
      title,
      content,
      okText,
      onOk: async () => {
        // The shared client shows the error.
        try {
          await run()
          await done(words)
        } catch {
          /* the call has shown its error */
        }
      },
    })
  if (open !== null && open !== 'examine' && open !== 'delete' && open !== 'refuse') {
    const Form = forms[open]
    return <Form appeal={a} onDone={done} onClose={close} />
  }
  const publishes = can('appeal:dispatch') && a.publicFlag === 1 && isOver(a.state)
  if (a.allowed.length === 0 && !publishes) return null
  return (
    <div className={css.actions} data-print="hide">
      {may('pass') && (
        <Button type="primary" onClick={() => setOpen('examine')}>
          审核答复
        </Button>
      )}
      {may('rule') && (
        <Button type="primary" onClick={() => setOpen('rule')}>
          裁定
        </Button>
      )}
      {may('transfer') && (
        <Button type={a.state === appealCodes.code.waiting ? 'primary' : 'default'} onClick={() => setOpen('transfer')}>
          转办
        </Button>
      )}
      {may('deal') && (
        <Button type={a.state === appealCodes.code.dealing ? 'primary' : 'default'} onClick={() => setOpen('deal')}>
          {a.state === appealCodes.code.waiting ? '直接答复' : '办理答复'}
        </Button>
      )}
      {may('back') && <Button onClick={() => setOpen('back')}>{a.state === appealCodes.code.waiting ? '退回补充' : '不属本部门'}</Button>}
      {may('assist') && <AssistButton appeal={a} onDone={done} />}
      {may('pause') && <Button onClick={() => setOpen('pause')}>暂停计时</Button>}
      {may('resume') && (
        <Button
          onClick={() =>
            asked('恢复计时？', '承诺办结日按实际暂停的工作日顺延。', '恢复计时', () => call(appeal.resume, { body: wish }), '已恢复计时')
          }
        >
          恢复计时
        </Button>
      )}
      {(may('extendAsk') || may('extend')) && (
        <Button onClick={() => setOpen('extend')}>{may('extend') ? (a.extension ? '批准延期' : '延期') : '申请延期'}</Button>
      )}
      {may('extendRefuse') && <Button onClick={() => setOpen('refuse')}>不同意延期</Button>}
      {may('archive') && (
        <Button
          onClick={() => asked(`归档“${a.title}”？`, '归档后不再变动。', '归档', () => call(appeal.archive, { body: wish }), '已归档')}
        >
          归档
        </Button>
      )}
      {publishes && <Button onClick={() => setOpen('publish')}>公开答复</Button>}
      {may('delete') && (
        <Button danger onClick={() => setOpen('delete')}>
          删除
        </Button>
      )}
      <Dialogs appeal={a} open={open} onDone={done} onClose={close} />
    </div>
  )
}

interface DialogsProps {
  appeal: AppealDetail
  open: Opened | null
  onDone(words: string): Promise<unknown>
  onClose(): void
}

/** The dialogs that ask for a short text. */
function Dialogs({ appeal: a, open, onDone, onClose }: DialogsProps) {
  return (
    <>
      <ReviewDialog
        title="审核答复"
        subject={a.title}
        draft={`appeal-examine:${a.id}`}
        open={open === 'examine'}
        allowed={a.allowed}
        moves={{
          pass: { label: '通过', effect: '提出人随即收到答复并可以评价。' },
          reject: { label: '退回重写', danger: true, reason: '审核意见' },
        }}
        onClose={onClose}
        onDecide={async (move, opinion) => {
          await call(
            appeal.examine,
            { body: { id: a.id, version: a.version, examineState: move === 'pass' ? 1 : 2, opinion } },
            { silent: true },
          )
          await onDone(move === 'pass' ? '已办结' : '已退回办理部门')
        }}
      />
      <WordsDialog
        draft={`appeal-extension-refusal:${a.id}`}
        open={open === 'refuse'}
        title="不同意延期？"
        note={<p>承诺办结日不变，理由告诉办理部门。</p>}
        label="理由"
        empty="请填写不同意的理由"
        maxLength={500}
        okText="不同意"
        onClose={onClose}
        onSend={async (reason) => {
          await call(appeal.extend, { body: { id: a.id, version: a.version, days: 0, reason } }, { silent: true })
          await onDone('已告知办理部门')
        }}
      />
      <WordsDialog
        open={open === 'delete'}
        draft={`appeal-delete:${a.id}`}
        title={`删除“${a.title}”？`}
        note={<p>只用于广告等无效内容。提出人也将看不到它，原因记入审计日志。</p>}
        label="删除原因"
        empty="请填写删除的原因"
        maxLength={500}
        okText="删除"
        danger
        onClose={onClose}
        onSend={async (reason) => {
          await call(appeal.remove, { body: { id: a.id, reason } }, { silent: true })
          await onDone('已删除')
        }}
      />
    </>
  )
}

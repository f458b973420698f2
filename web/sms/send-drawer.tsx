import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { smsSend, type SmsSendDetail } from '../../contract/sms/sends.ts'
import { smsPurposes, smsSendCodes } from '../../contract/sms/states.ts'
import type { SmsTested } from '../../contract/sms/temps.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { FormDrawer } from '../kit/dialog/form-drawer.tsx'
import { WordsDialog } from '../kit/dialog/words-dialog.tsx'
import { useSubmit } from '../kit/form/use-submit.ts'
import { StatusTag } from '../kit/status-tag.tsx'
import { ErrorState } from '../kit/table/table-states.tsx'
import { useCan } from '../session.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { toast } from '../toast.ts'
import { abortFacts } from './abort-facts.ts'
import { audienceWords } from './audience.ts'
import { becomesFinal, rereadAfter } from './final.ts'
import { DeleteSend } from './delete-send.tsx'
import { DryRunFacts } from './dry-run.tsx'
import { Facts } from './facts.tsx'
import { SendReview } from './send-review.tsx'
import css from './sms.module.css'

const { draft, review, refused } = smsSendCodes.code
const released = (state: number): boolean => ![draft, review, refused].some((one) => one === state)

const SendForm = lazyPart(() => import('./send-form.client.tsx').then((m) => m.SendForm))
const TestedDialog = lazyPart(() => import('./test-message.client.tsx').then((m) => m.TestedDialog))
const PersonSheet = lazyPart(() => import('./person-sheet.client.tsx').then((m) => m.PersonSheet))
const Messages = lazyPart(() => import('./messages.tsx').then((m) => m.Messages))

interface Props {
  /** null: closed · new: being written */
  id: number | 'new' | null
  onOpen(id: number): void
  onClose(): void
  onDone(): Promise<unknown>
}

/** One send: text, recipients, dry run, permitted actions, and each message. */
export function SendDrawer({ id, onOpen, onClose, onDone }: Props) {
  const client = useQueryClient()
  /** the send as it was when it was opened for a change: what others do meanwhile is a conflict */
  const [editing, setEditing] = useState<SmsSendDetail | null>(null)
  /** why the send that was just saved has no dry run */
  const [untried, setUntried] = useState<{ id: number; version: number; why: string } | null>(null)
  const known = typeof id === 'number'
  const found = useQuery({
    queryKey: ['sms-send', id],
    queryFn: () => call(smsSend.findById, { query: { id: Number(id) } }, { silent: true }),
    enabled: known,
    retry: false,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data ? rereadAfter(state.data, Date.now()) : false),
  })
  const s = known ? found.data : undefined
  // A new dry run replaces the messages, and each step of the send changes them, whoever made it.
  const standing = s && `${s.id} ${s.version} ${s.state} ${s.dryRun?.hash}`
  const shown = useRef<{ id: number; standing: string } | null>(null)
  useEffect(() => {
    if (!s || standing === undefined) return
    // The send went on while it was shown: the list and the menu behind the drawer say so too.
    if (shown.current?.id === s.id && shown.current.standing !== standing) void onDone()
    shown.current = { id: s.id, standing }
  })
  const reread = () => Promise.all([onDone(), found.refetch(), client.invalidateQueries({ queryKey: ['sms-messages', id] })])
  const saved = async (one: number, version: number, why: string | null) => {
    setEditing(null)
    setUntried(why === null ? null : { id: one, version, why })
    onOpen(one)
    // A new send is loaded when the drawer opens with its number.
    await Promise.all([onDone(), known ? found.refetch() : undefined])
  }
  const leave = () => {
    setEditing(null)
    onClose()
  }
  return (
    <FormDrawer title={id === 'new' ? '新建发送任务' : '短信发送任务'} open={id !== null} onClose={leave} size={820}>
      {id === 'new' ? (
        <SendForm send={null} onClose={leave} onDone={saved} />
      ) : found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : !s ? (
        <p role="status">正在加载…</p>
      ) : editing?.id === s.id ? (
        <SendForm send={editing} onClose={() => setEditing(null)} onDone={saved} />
      ) : (
        <div className={css.stack}>
          <About send={s} untried={untried?.id === s.id && untried.version === s.version ? untried.why : null} />
          <Doing
            key={`doing ${s.id} ${s.version}`}
            send={s}
            onEdit={() => setEditing(s)}
            onDone={reread}
            onGone={() => {
              leave()
              void onDone()
            }}
          />
          {s.dryRun && (
            <Messages
              key={`messages ${s.id} ${s.state} ${s.dryRun.hash}`}
              id={s.id}
              standing={standing ?? ''}
              isReleased={released(s.state)}
              isMoving={becomesFinal(s)}
            />
          )}
        </div>
      )}
    </FormDrawer>
  )
}

const waitingWords = (waiting: SmsSendDetail['waiting']): string => {
  if (!waiting || waiting.count === 0) return ''
  return `，排队 ${waiting.count}${waiting.until === null ? '' : `（夜间不发，${localMinute(waiting.until)} 继续）`}`
}

function About({ send: s, untried }: { send: SmsSendDetail; untried: string | null }) {
  const state = smsSendCodes.statuses[s.state as keyof typeof smsSendCodes.statuses]
  const reasons = s.skipped.map(({ reason, count }) => `${reason} ${count}`).join('，')
  const numbers = `成功 ${s.successNum}，失败 ${s.failNum}，结果未知 ${s.unknownNum}，跳过 ${s.skipNum}${reasons ? `（${reasons}）` : ''}${waitingWords(s.waiting)}`
  const facts = [
    ['用途', smsPurposes[s.purpose]],
    ['发给', audienceWords(s)],
    ['发送时间', s.planTime === null ? '复核通过后' : localMinute(s.planTime)],
    ['编写', s.authorName],
    ['复核', s.reviewerName === null ? '未复核' : `${s.reviewerName}${s.reviewOpinion ? `：${s.reviewOpinion}` : ''}`],
  ] as const
  const ended = [...abortFacts(s.aborted), ...(s.startTime === null && !s.aborted ? [] : ([['结果', numbers]] as const))]
  return (
    <>
      <h3>
        {s.name} <StatusTag tone={state.tone}>{state.label}</StatusTag>
      </h3>
      <p className={css.text}>{s.content}</p>
      <Facts facts={facts} />
      {ended.length > 0 && <Facts wide facts={ended} />}
      {s.aborted ? null : s.dryRun ? (
        <DryRunFacts found={s.dryRun} />
      ) : untried ? (
        <p role="alert">已保存，但不能试算：{untried}</p>
      ) : (
        <p className={css.note}>还没有试算。试算列出收件人、跳过的原因、条数和费用，提交复核前必须看过。</p>
      )}
    </>
  )
}

function Doing({ send: s, onEdit, onDone, onGone }: { send: SmsSendDetail; onEdit(): void; onDone(): Promise<unknown>; onGone(): void }) {
  const [open, setOpen] = useState<'review' | 'abort' | null>(null)
  const [tested, setTested] = useState<SmsTested | null>(null)
  const can = useCan()
  const [wish, hash] = [{ id: s.id, version: s.version }, s.dryRun?.hash ?? '']
  const may = (move: SmsSendDetail['allowed'][number]) => s.allowed.includes(move)
  const done = async (said: string) => {
    toast.success(said)
    setOpen(null)
    await onDone()
  }
  const { busy, failure, run } = useSubmit(async (what: 'try' | 'submit' | 'retry' | 'test') => {
    if (what === 'try') {
      await call(smsSend.dryRun, { body: wish }, { silent: true })
      await done('已试算')
    } else if (what === 'submit') {
      await call(smsSend.submit, { body: { ...wish, hash } }, { silent: true })
      await done('已提交复核')
    } else if (what === 'test') setTested(await call(smsSend.test, { body: { id: s.id } }, { silent: true }))
    else {
      await call(smsSend.retryFailed, { body: wish }, { silent: true })
      await done('已排队重发')
    }
  })
  return (
    <>
      {failure && <p role="alert">{failure.message}</p>}
      <div className={css.actions}>
        {may('submit') && s.dryRun && (
          <Button type="primary" loading={busy} onClick={() => void run('submit')}>
            提交复核
          </Button>
        )}
        {may('change') && s.state === draft && (
          <Button loading={busy} onClick={() => void run('try')}>
            {s.dryRun ? '重新试算' : '试算'}
          </Button>
        )}
        {may('approve') && (
          <Button type="primary" onClick={() => setOpen('review')}>
            复核
          </Button>
        )}
        {s.ownWork && <p className={css.note}>您参与编写了这项任务，不能复核，请由没有参与编写的人复核。</p>}
        {may('change') && <Button onClick={onEdit}>修改</Button>}
        {may('change') && s.state === draft && <PersonSheet send={s} onDone={onDone} />}
        {can('sms:manage') && s.state === draft && (
          <Button loading={busy} onClick={() => void run('test')}>
            发一条给自己
          </Button>
        )}
        {may('delete') && <DeleteSend send={s} onGone={onGone} />}
        {may('retry') && (
          <Button loading={busy} onClick={() => void run('retry')}>
            重发失败的
          </Button>
        )}
        {may('abort') && (
          <Button danger onClick={() => setOpen('abort')}>
            中止发送
          </Button>
        )}
      </div>
      {tested && <TestedDialog tested={tested} onClose={() => setTested(null)} />}
      <SendReview
        send={s}
        open={open === 'review'}
        onClose={() => {
          setOpen(null)
          // When a colleague changed the task meanwhile, the drawer below shows it as it is now.
          void onDone()
        }}
        onDone={done}
      />
      <WordsDialog
        open={open === 'abort'}
        draft={`sms-abort:${s.id}`}
        title={`中止“${s.name}”？`}
        note={<p>已经交给服务商的不能收回，其余的不再发送。</p>}
        label="中止原因"
        empty="请填写中止的原因"
        maxLength={200}
        okText="中止发送"
        danger
        onClose={() => setOpen(null)}
        onSend={async (reason) => {
          const { sentNum } = await call(smsSend.abort, { body: { ...wish, reason } }, { silent: true })
          await done(`已中止，此前已发出 ${sentNum} 条`)
        }}
      />
    </>
  )
}

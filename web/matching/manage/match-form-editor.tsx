import { useQuery } from '@tanstack/react-query'
import { Alert, App, Button, Input, Switch } from 'antd'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { matchForms, type AskedQuestion, type MatchFormRow, type MatchQuestion } from '../../../contract/matching/forms.ts'
import { matching, verdicts } from '../../../contract/matching.ts'
import type { Data } from '../../../contract/endpoint.ts'
import { messages } from '../../../contract/messages.ts'
import { ApiError, call } from '../../api.ts'
import { ErrorSummary } from '../../kit/form/error-summary.tsx'
import { useErrorSummary } from '../../kit/form/use-error-summary.ts'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { useLeaveGuard } from '../../kit/form/use-leave-guard.ts'
import { toast } from '../../toast.ts'
import { PolicySelect } from '../../kit/choose/policy-select.tsx'
import css from './manage.module.css'
import { lazyPart } from '../../shell/lazy-part.tsx'

const MatchQuestions = lazyPart(() => import('./match-questions.tsx').then((m) => m.MatchQuestions))

interface Draft {
  name: string
  policyId: number | null
  enabled: boolean
  questions: MatchQuestion[]
}
const empty: Draft = { name: '', policyId: null, enabled: true, questions: [] }
const asStored = (q: AskedQuestion): MatchQuestion => ({
  archiveField: q.key,
  required: q.required,
  title: q.title,
  ...(q.rule ? { rule: q.rule } : {}),
  ...(q.showWhen ? { showWhen: q.showWhen } : {}),
})

const NAME = 'match-form-name'
const POLICY = 'match-form-policy'
const QUESTIONS = 'match-form-questions'

/** Loads the data of the editor, then edits an existing or a new form. */
export function MatchFormEditor({ id, onDone }: { id: number | null; onDone(): void }) {
  const found = useQuery({
    queryKey: ['matchForm', id],
    queryFn: async () => {
      const [{ list }, questions] = await Promise.all([
        call(matchForms.list, { query: { id: id!, page: 1, pageSize: 1 } }, { silent: true }),
        call(matchForms.questions, { query: { id: id! } }, { silent: true }),
      ])
      return { row: list[0]!, questions }
    },
    enabled: id !== null,
    retry: false,
    refetchOnWindowFocus: false,
  })
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (id !== null && !found.data) return <p role="status">正在加载…</p>
  const start: Draft = found.data
    ? {
        name: found.data.row.name,
        policyId: found.data.row.policyId,
        enabled: found.data.row.enableFlag === 1,
        questions: found.data.questions.map(asStored),
      }
    : empty
  return <Editor start={start} row={found.data?.row ?? null} onDone={onDone} />
}

function Editor({ start, row, onDone }: { start: Draft; row: MatchFormRow | null; onDone(): void }) {
  const fields = useQuery({ queryKey: ['rule-fields'], queryFn: () => call(matching.fields, { query: {} }), staleTime: Infinity })
  const known = useMemo(() => new Map((fields.data?.fields ?? []).map((f) => [f.key, f])), [fields.data])
  const [draft, setDraft] = useState(start)
  const [tried, setTried] = useState<Data<typeof matchForms.attempt> | null>(null)
  const { summary, show, refuse } = useErrorSummary()
  const { modal } = App.useApp()
  const [busy, setBusy] = useState<'save' | 'try' | null>(null)
  const dirty = draft !== start
  const faultAt = (id: string) => summary.lines.find((line) => line.id === id)?.message
  const nameFault = draft.name.trim() ? undefined : faultAt(NAME)
  const policyFault = draft.policyId === null ? faultAt(POLICY) : undefined
  const questionsFault = draft.questions.length === 0 ? faultAt(QUESTIONS) : undefined
  useLeaveGuard(() => dirty && busy !== 'save', { standsAtQuery: true })

  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part })
    setTried(null)
  }
  const body = () => ({
    ...(row ? { id: row.id, version: row.version } : {}),
    name: draft.name,
    policyId: draft.policyId as number,
    enableFlag: draft.enabled ? 1 : 0,
    questions: draft.questions,
  })
  const send = async (what: 'save' | 'try', acceptDiffering = false) => {
    const lacking = [
      ...(draft.name.trim() ? [] : [{ id: NAME, message: '请填写表单名称' }]),
      ...(draft.policyId === null ? [{ id: POLICY, message: '请选择政策' }] : []),
      ...(draft.questions.length === 0 ? [{ id: QUESTIONS, message: '至少需要一个问题' }] : []),
    ]
    if (lacking.length > 0) return show(lacking)
    setBusy(what)
    try {
      if (what === 'try') setTried(await call(matchForms.attempt, { body: body() }, { silent: true }))
      else {
        const { warnings } = await call(matchForms.save, { body: { ...body(), acceptDiffering } }, { silent: true })
        toast.success(warnings.length ? `保存成功；${warnings.length} 个规则条件没有问到` : '保存成功')
        onDone()
      }
      show()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CASES_DIFFER') return askAnyway(error)
      refuse(error, ({ path, message }) => {
        const at = /^questions\.(\d+)\./.exec(path)?.[1]
        return at ? { label: `第 ${Number(at) + 1} 题`, message } : { message }
      })
    } finally {
      setBusy(null)
    }
  }
  const askAnyway = (error: ApiError) =>
    void modal.confirm({
      title: error.message,
      content: (
        <ul>
          {error.fields.map(({ message }) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      ),
      okText: '仍然保存',
      cancelText: '返回修改',
      onOk: () => send('save', true),
    })
  return (
    <>
      <h1>{row ? '编辑匹配表单' : '新增匹配表单'}</h1>
      <ErrorSummary {...summary} />
      <section className={css.panel}>
        <div className={css.head}>
          <label className={css.field} htmlFor={NAME}>
            <span>表单名称</span>
            <Input
              id={NAME}
              value={draft.name}
              maxLength={60}
              status={nameFault ? 'error' : ''}
              aria-invalid={nameFault !== undefined}
              onChange={(e) => change({ name: e.target.value })}
            />
            {nameFault && <span className={css.wrong}>{nameFault}</span>}
          </label>
          <div className={css.field} data-field={POLICY}>
            <span>政策</span>
            <PolicySelect
              among="all"
              value={draft.policyId}
              title={row?.policyTitle}
              onChange={(policyId) => change({ policyId: policyId as number | null })}
            />
            {policyFault && <span className={css.wrong}>{policyFault}</span>}
          </div>
          <label className={css.switch} htmlFor="match-form-enabled">
            <Switch id="match-form-enabled" checked={draft.enabled} onChange={(enabled) => change({ enabled })} aria-label="启用" />{' '}
            启用（同一政策只启用一张）
          </label>
        </div>
        <div data-field={QUESTIONS}>
          <MatchQuestions questions={draft.questions} fields={known} onChange={(questions) => change({ questions })} />
          {questionsFault && <span className={css.wrong}>{questionsFault}</span>}
        </div>
      </section>
      {tried && <Tried tried={tried} policyId={draft.policyId} />}
      <div className={css.bar}>
        <Button type="primary" loading={busy === 'save'} onClick={() => void send('save')}>
          {messages.save}
        </Button>
        <Button loading={busy === 'try'} onClick={() => void send('try')}>
          用样例试算
        </Button>
        <Button onClick={onDone}>{messages.cancel}</Button>
      </div>
    </>
  )
}

/** The results of the policy's cases with this form. */
function Tried({ tried, policyId }: { tried: Data<typeof matchForms.attempt>; policyId: number | null }) {
  return (
    <section className={css.panel} aria-live="polite">
      <h2>试算结果</h2>
      {tried.warnings.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title="政策规则用到、表单没有问的信息"
          description={
            <ul>
              {tried.warnings.map((w) => (
                <li key={w}>{w}</li>
              ))}
            </ul>
          }
        />
      )}
      {tried.cases.length === 0 ? (
        <p>
          这项政策还没有样例，可在
          <Link to={`/work/policyCalcManage?tab=cases&policyId=${policyId}`} target="_blank">
            政策计算器管理—样例
          </Link>
          中添加。
        </p>
      ) : (
        <ul className={css.cases}>
          {tried.cases.map((c) => (
            <li key={c.caseId}>
              {c.name}：按表单{{ true: '符合', false: '不符合', unknown: '信息不足' }[c.result]}，样例预期“{verdicts[c.expect]}”，
              {c.agrees === null ? (
                '没有可判断的题'
              ) : c.agrees ? (
                '一致'
              ) : (
                <b>不一致{c.because.length > 0 && `（${c.because.join('、')}）`}</b>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

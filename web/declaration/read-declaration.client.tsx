import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { myDeclaration, review, type Correction, type DeclarationDetail, type TimelineEntry } from '../../contract/declaration.ts'
import { declarationStates } from '../../contract/declaration/states.ts'
import { call } from '../api.ts'
import { PrintButton } from '../kit/print-button.tsx'
import { StatusTag } from '../kit/status-tag.tsx'
import { ErrorState } from '../kit/table/table-states.tsx'
import { Timeline } from '../kit/timeline.tsx'
import { money } from '../kit/money.ts'
import { session } from '../session.ts'
import { ask } from '../shell/confirm.tsx'
import { toast } from '../toast.ts'
import { CheckAnswers } from './check-answers.tsx'
import { VerifyCode } from './verify-code.tsx'
import { fieldsOf } from '../../contract/form/rules.ts'
import { toneOfMove } from '../../contract/declaration/process-words.ts'
import { staffStates } from './review/states.ts'
import { remaining, timeText } from './times.ts'
import { valueText } from '../form/index.ts'
import question from '../kit/form/question.module.css'
import styles from './declare.module.css'

const line = (e: TimelineEntry) => ({
  at: timeText(e.at),
  who: e.who,
  tone: toneOfMove(e.action),
  title: e.actionName === e.toState ? e.toState : `${e.actionName} → ${e.toState}`,
  text: e.opinion,
})

/** The answers, the state, the next step, and the history. */
export default function ReadDeclaration({ id }: { id: number }) {
  const navigate = useNavigate()
  const staff = session.user()?.type === 'YYF'
  const [busy, setBusy] = useState(false)
  const found = useQuery({
    queryKey: ['declaration', id, staff],
    queryFn: (): Promise<DeclarationDetail> => call(staff ? review.findById : myDeclaration.findById, { query: { id } }, { silent: true }),
  })
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data)
    return (
      <p className="meta" role="status">
        正在加载…
      </p>
    )
  const d = found.data
  const left = remaining(d.deadline, d.workdaysLeft)
  const refusal = d.state === declarationStates.refused.code ? d.timeline.findLast((e) => e.action === 'refuse')?.opinion : null
  const may = (move: string) => !staff && d.allowed.includes(move)
  const act = async (question: string, work: () => Promise<unknown>, done: string, then: () => void) => {
    if ((await ask({ text: question })) !== 'confirm') return
    setBusy(true)
    try {
      await work()
      toast.success(done)
      then()
    } catch {
      void found.refetch()
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <header className={styles.head}>
        <div>
          <h1>{d.projectName}</h1>
          <p className="meta">
            <a href={`/page/policyserverdetail?id=${d.policyId}`}>{d.policyTitle}</a>
          </p>
        </div>
        <p className={styles.tools} data-print="hide">
          {may('save') && (
            <a className="btn btn-primary btn-small" href={`/page/policyserverdeclare?id=${d.id}`}>
              {d.unlocked?.length ? '补正' : '继续填写'}
            </a>
          )}
          {may('withdraw') && (
            <button
              type="button"
              className="btn btn-small"
              disabled={busy}
              onClick={() =>
                void act(
                  '撤回后可修改并重新提交，确定撤回吗？',
                  () => call(myDeclaration.withdraw, { body: { id: d.id, version: d.version } }),
                  '已撤回',
                  () => void found.refetch(),
                )
              }
            >
              撤回
            </button>
          )}
          {may('remove') && (
            <button
              type="button"
              className="btn btn-small"
              disabled={busy}
              onClick={() =>
                void act(
                  '删除后不能恢复，确定删除这份申报吗？',
                  () => call(myDeclaration.remove, { body: { id: d.id } }),
                  '已删除',
                  () => void navigate('/work/myProject'),
                )
              }
            >
              删除
            </button>
          )}
          <PrintButton />
        </p>
      </header>
      <div className={styles.columns}>
        <div className={`card ${styles.box}`}>
          <h2>申报内容</h2>
          <CheckAnswers t={d.project.template} data={d.formData} files={d.files} previous={d.previous} />
        </div>
        <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 }}>
          <section className={`card ${styles.box}`}>
            <h2>办理状态</h2>
            <p>
              <StatusTag tone={staffStates[d.state]?.tone ?? 'off'}>{d.stateName}</StatusTag>
            </p>
            <dl className={styles.facts}>
              <div>
                <dt>受理号</dt>
                <dd className="num">{d.declareNo ?? '无'}</dd>
              </div>
              {staff && (
                <div>
                  <dt>申报企业</dt>
                  <dd>{d.companyName}</dd>
                </div>
              )}
              <div>
                <dt>办理部门</dt>
                <dd>{d.depName}</dd>
              </div>
              <div>
                <dt>申请金额</dt>
                <dd className="num">{d.amount === null ? '无' : money(d.amount)}</dd>
              </div>
              {d.approvedAmount !== null && (
                <div>
                  <dt>核定金额</dt>
                  <dd className="num">{money(d.approvedAmount)}</dd>
                </div>
              )}
              <div>
                <dt>提交时间</dt>
                <dd className="num">{timeText(d.submitTime)}</dd>
              </div>
              {refusal && (
                <div>
                  <dt>理由</dt>
                  <dd>{refusal}</dd>
                </div>
              )}
              <div>
                <dt>下一步</dt>
                <dd>{d.nextStep}</dd>
              </div>
              {d.deadline && (
                <div>
                  <dt>期限</dt>
                  <dd className="num">
                    {timeText(d.deadline)} {left && <span className={left.urgent ? 'tag tag-error' : 'tag'}>{left.text}</span>}
                  </dd>
                </div>
              )}
            </dl>
            {d.verifyPath && <VerifyCode path={d.verifyPath} />}
          </section>
          {d.corrections.length > 0 && <Corrections list={d.corrections} d={d} />}
          <section className={`card ${styles.box}`}>
            <h2>办理过程</h2>
            {d.timeline.length ? <Timeline entries={d.timeline.map(line)} /> : <p className="meta">尚未提交</p>}
          </section>
        </div>
      </div>
    </>
  )
}

function Corrections({ list, d }: { list: readonly Correction[]; d: DeclarationDetail }) {
  const old = (c: Correction) => {
    const field = fieldsOf(d.project.template).find((f) => `form.${f.key}` === c.path)
    if (field) return valueText(field, c.oldValue)
    return Array.isArray(c.oldValue) ? c.oldValue.map((f) => (typeof f === 'object' ? f.fileName : f)).join('、') || '无' : '无'
  }
  return (
    <section className={`card ${styles.box}`}>
      <h2>补正要求</h2>
      <ul>
        {list.map((c) => (
          <li key={c.path} className={question.note}>
            <strong>{c.label}</strong>
            {c.message}
            <span className={question.old}>原值：{old(c)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

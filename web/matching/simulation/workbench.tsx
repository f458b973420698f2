import { totalText } from '../../../contract/matching/report-words.ts'
import { useEffect, useState } from 'react'
import type { Difference } from '../../../contract/matching/judgement.ts'
import { simulation, type SimulationCurve } from '../../../contract/matching/simulation.ts'
import { call } from '../../api.ts'
import { money } from '../../kit/money.ts'
import { printPage } from '../../kit/print-page.ts'
import { Dialog } from '../../shell/dialog.tsx'
import { requireLogin } from '../../shell/require-login.ts'
import { useSite } from '../../shell/root-data.ts'
import { toast } from '../../toast.ts'
import { TotalReasons } from '../total-line.tsx'
import { DifferenceView } from './difference-view.tsx'
import { LeverField } from './lever-field.tsx'
import { OtherFacts } from './other-facts.tsx'
import { PolicyRows } from './policy-rows.tsx'
import { ShareDialog } from './share-dialog.tsx'
import { patiently } from './patiently.ts'
import { StepChart } from './step-chart.tsx'
import { askedOf, changedKeys, failureText, useSimulation, type Start } from './use-simulation.ts'
import styles from './simulation.module.css'

/** One simulated company: sliders on the left, their effect on the total on the right. */
export function Workbench({ start, labels, onLeave }: { start: Start; labels: ReadonlyMap<string, string>; onLeave(): void }) {
  const { ssoUrl } = useSite()
  const { answers, change, reset, before, now, levers, busy, failure } = useSimulation(start)
  const [field, setField] = useState<string | null>(null)
  const [curve, setCurve] = useState<SimulationCurve | null>(null)
  const [difference, setDifference] = useState<Difference | string | null>(null)
  const [sharing, setSharing] = useState(false)
  const selected = field ?? levers?.[0]?.question.key ?? null
  const changed = changedKeys(start.base, answers)

  // The curve of a field does not depend on the field's own value: it is read again when another fact changes.
  const others = JSON.stringify({ ...answers, [selected ?? '']: start.base[selected ?? ''] ?? null })
  useEffect(() => {
    if (!selected) return
    // A curve that is no longer needed is aborted on the server too, so that the next request is not delayed.
    const away = new AbortController()
    const { signal } = away
    const timer = setTimeout(() => {
      const wanted = { ...askedOf(start, JSON.parse(others) as typeof answers), field: selected }
      patiently(() => call(simulation.curve, { body: wanted }, { silent: true, signal }), signal).then(
        (found) => {
          if (!signal.aborted) setCurve(found as SimulationCurve)
        },
        () => {
          if (!signal.aborted) setCurve(null)
        },
      )
    }, 300)
    return () => {
      away.abort()
      clearTimeout(timer)
    }
  }, [start, selected, others])

  const explain = () => {
    setDifference('正在比较…')
    const { answers: after, ...archive } = askedOf(start, answers)
    const before = askedOf(start, start.base).answers
    call(simulation.compare, { body: { before, after, ...archive } }, { silent: true }).then(setDifference, (error: unknown) =>
      setDifference(failureText(error)),
    )
  }
  const save = async () => {
    if (!(await requireLogin(ssoUrl))) return
    const { answers: companyInfo, useArchive = false } = askedOf(start, answers)
    await call(simulation.improve, { body: { companyInfo, useArchive, ...(useArchive ? {} : { base: start.base }), name: start.name } })
    toast.success('已保存到模拟记录')
  }
  if (failure && !now)
    return (
      <p role="alert" className={styles.failure}>
        {failure}{' '}
        <button type="button" className="btn btn-small" onClick={() => location.reload()}>
          重试
        </button>
      </p>
    )
  if (!now || !before || !levers)
    return (
      <p role="status" className="meta">
        正在测算…
      </p>
    )
  const delta = Math.round((now.total.value - before.total.value) * 1e4) / 1e4
  return (
    <div className={styles.work}>
      <section className={`card ${styles.sum}`} aria-label="模拟结果">
        <p className={styles.name}>
          {start.name}
          {changed.length > 0 && <span className="meta">　已改动 {changed.length} 项</span>}
        </p>
        <p className={styles.money} aria-live="polite" aria-busy={busy}>
          <span>
            符合 <strong>{now.matchCount}</strong> 项，可享 <strong className="num">{totalText(now.total)}</strong>
          </span>
          {delta !== 0 && (
            <span className={delta > 0 ? styles.more : styles.less}>
              {delta > 0 ? '▲ 比改动前多 ' : '▼ 比改动前少 '}
              {money(Math.abs(delta))}
            </span>
          )}
          {busy && <span className="meta">　重新测算中…</span>}
        </p>
        {failure && (
          <p role="alert" className="field-error">
            {failure}
          </p>
        )}
        <p className="meta">
          截至 {now.asOf}；差一点 {now.counts.near} 项，待补信息 {now.counts.unknown} 项。模拟不改动企业档案，以主管部门审核为准。
        </p>
        <TotalReasons total={now.total} list={now.list.map((p) => ({ ...p, title: p.policyTitle }))} />
        <p className={styles.buttons} data-print="hide">
          <button type="button" className="btn btn-primary" onClick={explain}>
            解释差异
          </button>
          <button type="button" className="btn" onClick={() => void save()}>
            保存
          </button>
          <button type="button" className="btn" onClick={() => setSharing(true)}>
            分享
          </button>
          <button type="button" className="btn" onClick={() => void printPage()}>
            打印
          </button>
          <button type="button" className="btn" disabled={changed.length === 0} onClick={reset}>
            恢复改动前
          </button>
          <button type="button" className="btn" onClick={onLeave}>
            换一家企业
          </button>
        </p>
      </section>
      <section className={`card ${styles.levers}`} aria-labelledby="levers">
        <h2 id="levers">拖一拖，看金额怎么变</h2>
        <p className="meta">按对金额的影响从大到小；滑块可用方向键调整，也可直接输入数字。</p>
        {levers.length === 0 && <p>还没有会改变金额的数值，请先在下方填写企业情况。</p>}
        {levers.map((lever) => {
          const key = lever.question.key
          const [value, base] = [answers[key], start.base[key]]
          return (
            <LeverField
              key={key}
              lever={lever}
              value={typeof value === 'number' ? value : null}
              base={typeof base === 'number' ? base : null}
              selected={selected === key}
              onChange={(v) => {
                setField(key)
                change(key, v)
              }}
              onSelect={() => setField(key)}
            />
          )
        })}
        <OtherFacts answers={answers} known={levers.map((lever) => lever.question.key)} onChange={change} open={start.kind === 'blank'} />
      </section>
      <div className={styles.right}>
        {selected && (
          <section className="card" aria-label="阶梯图">
            {curve && curve.field === selected ? (
              <StepChart
                curve={curve}
                value={typeof answers[selected] === 'number' ? answers[selected] : null}
                onPick={(v) => change(selected, v)}
              />
            ) : (
              <p role="status" className={`meta ${styles.waiting}`}>
                正在计算断点…
              </p>
            )}
          </section>
        )}
        <PolicyRows now={now} before={before} asked={askedOf(start, answers)} labels={labels} />
      </div>
      {difference !== null && (
        <Dialog title="解释差异" width={760} onClose={() => setDifference(null)}>
          {typeof difference === 'string' ? <p role="status">{difference}</p> : <DifferenceView found={difference} />}
        </Dialog>
      )}
      {sharing && <ShareDialog start={start} answers={answers} changed={changed} onClose={() => setSharing(false)} />}
    </div>
  )
}

import type { Judgement } from '../../contract/matching.ts'
import { amountText, Verdict } from '../matching/index.ts'
import styles from './declare.module.css'

/** 资格预判: the policy's rule applied to the typed values (and the archive, with consent). A forecast, never a decision. */
export function Meter({ meter }: { meter: { consent: boolean; judgement: Judgement | null } | null }) {
  if (!meter?.judgement) return null
  const { judgement: j, consent } = meter
  const top = j.conditions.kind === 'all' ? (j.conditions.children ?? []) : [j.conditions]
  const met = top.filter((c) => c.result === 'true').length
  return (
    <section className={styles.meter} aria-label="资格预判">
      <h2>资格预判</h2>
      <p aria-live="polite">
        <Verdict verdict={j.verdict} /> <strong className="num">{amountText(j)}</strong>
      </p>
      <progress value={met} max={top.length} aria-label={`符合 ${met} 项，共 ${top.length} 项`} />
      <p className="meta">
        {met} / {top.length} 项条件符合
      </p>
      {j.failed.length > 0 && (
        <ul>
          {j.failed.map((sentence) => (
            <li key={sentence}>✕ {sentence}</li>
          ))}
        </ul>
      )}
      <p className="meta">{consent ? '按填写内容与企业档案即时测算，以审核结果为准。' : '未授权读取企业档案，仅按填写内容测算。'}</p>
    </section>
  )
}

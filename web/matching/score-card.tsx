import { useEffect, useState } from 'react'
import { highTech, type ScoreSheet } from '../../contract/matching/hightech.ts'
import { scoreLook } from '../../contract/matching/score-status.ts'
import { call } from '../api.ts'
import styles from './score-card.module.css'

/** The card 高新技术企业评分 (spec §2): status text coloured by outcome, and a button to the scoring page. Without an outcome it is not shown. */
export function ScoreCard({ id = 1 }: { id?: number }) {
  const [sheet, setSheet] = useState<ScoreSheet | null>(null)
  useEffect(() => {
    let gone = false
    const load = async () => {
      const { polId: policyId } = await call(highTech.config, { query: { id } }, { silent: true })
      if (policyId === null) return
      const found = await call(highTech.questions, { query: { policyId } }, { silent: true })
      if (!gone) setSheet(found)
    }
    // Without consent, or for a user who is not an enterprise, there is no score.
    load().catch(() => {})
    return () => {
      gone = true
    }
  }, [id])
  const look = scoreLook(sheet?.status)
  if (!sheet || !look) return null
  return (
    <section className={`card ${styles.card}`} aria-labelledby="score-card">
      <div>
        <h2 id="score-card">{sheet.title.split('（', 1)[0]!}</h2>
        <p>
          <strong className={styles[look.style]} data-status={look.style}>
            {look.text}
          </strong>
          <span className="meta num">
            {' '}
            {sheet.scoreMin === sheet.scoreMax ? sheet.scoreMin : `${sheet.scoreMin}～${sheet.scoreMax}`} / {sheet.full} 分 ·{' '}
            {sheet.passLine}
          </span>
        </p>
      </div>
      <a className="btn" href={`/page/policyCompanyPage?id=${id}`}>
        查看评分
      </a>
    </section>
  )
}

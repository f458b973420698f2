import type { ScoreSheet } from '../../../contract/matching/hightech.ts'
import { scoreLook } from '../../../contract/matching/score-status.ts'
import css from './scoring.module.css'
import type { LiveScore } from './use-live-score.ts'

const span = (low: number, high: number) => (low === high ? `${low}` : `${low}～${high}`)
const places = { status1: 'tag tag-warning', status2: 'tag tag-success', status3: 'tag tag-error' } as const

/** The outcome, the score as a bar from its lower to its upper limit, and the groups. */
export function ScoreSummary({ sheet, live }: { sheet: ScoreSheet; live: LiveScore | null }) {
  const look = scoreLook(sheet.status)
  const liveLook = scoreLook(live?.status)
  return (
    <section className={`card ${css.summary}`} aria-labelledby="score-title">
      <h2 id="score-title">{sheet.title}</h2>
      <p className="meta">{sheet.docNo}</p>
      {look && (
        <p className={css.outcome}>
          <strong className={places[look.style]} data-status={look.style}>
            {look.text}
          </strong>
          <span className="num">
            <b>{span(sheet.scoreMin, sheet.scoreMax)}</b> / {sheet.full} 分
          </span>
        </p>
      )}
      <Bar low={sheet.scoreMin} high={sheet.scoreMax} max={sheet.full} label="综合得分" />
      <p className="meta">
        {sheet.passLine}。{sheet.reason && `得分为区间：${sheet.reason}。`}
      </p>
      {live && liveLook && (
        <p className={css.live} role="status">
          按未保存的修改测算：<strong className="num">{span(live.scoreMin, live.scoreMax)} 分</strong>，{liveLook.text}
        </p>
      )}
      <dl className={css.groups}>
        {sheet.groups.map((g) => (
          <div key={g.id}>
            <dt>
              <a href={`#group-${g.id}`}>{g.label}</a>
            </dt>
            <dd className="num">
              {span(g.min, g.high)} / {g.max}
            </dd>
            <dd>
              <Bar low={g.min} high={g.high} max={g.max} label={g.label} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="meta">测算日期 {sheet.asOf}，结果供参考，以认定机构评审为准。</p>
    </section>
  )
}

function Bar({ low, high, max, label }: { low: number; high: number; max: number; label: string }) {
  return (
    <div className={css.track} role="img" aria-label={`${label}：${span(low, high)} 分，满分 ${max} 分`}>
      <span className={css.sure} style={{ width: `${(low / max) * 100}%` }} />
      <span className={css.possible} style={{ width: `${((high - low) / max) * 100}%` }} />
    </div>
  )
}

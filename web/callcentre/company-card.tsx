import type { CallCard } from '../../contract/callcentre/desk.ts'
import { CopyButton } from '../kit/copy-button.tsx'
import { localMinute } from '../kit/date/local-time.ts'
import { StatusTag } from '../kit/status-tag.tsx'
import css from './ecall.module.css'

type Company = NonNullable<CallCard['company']>

/** The calling company, and the sentences about its verdicts to read out. */
export const CompanyCard = ({ company }: { company: Company }) => (
  <section className={css.box} aria-labelledby="company">
    <h2 id="company">{company.name}</h2>
    <p className={css.small}>
      <span className="num">{company.creditCode}</span>
      {company.address && ` · ${company.address}`} ·{' '}
      <a href={`/work/EnterprisesList/look?id=${company.id}`} target="_blank" rel="noreferrer">
        企业信息
      </a>
    </p>
    {company.verdict ? <Verdict verdict={company.verdict} /> : <NoConsent />}
  </section>
)

/** All current and past records of the company that the agent may see. */
export const CompanyTimeline = ({ company }: { company: Company }) => (
  <section className={css.box} aria-labelledby="timeline">
    <h2 id="timeline">企业时间线</h2>
    {company.timeline.length === 0 ? (
      <p className={css.small}>在本账号的可见范围内，还没有这家企业的办理记录。</p>
    ) : (
      <ol className={css.rows}>
        {company.timeline.map((entry) => (
          <li key={`${entry.kind} ${entry.id}`}>
            <span className={css.line}>
              <strong>{entry.kindName}</strong>
              {entry.state && <StatusTag tone={entry.open ? 'running' : 'off'}>{entry.state}</StatusTag>}
            </span>
            <span>{entry.words || '没有内容'}</span>
            <span className={css.small}>{localMinute(entry.at)}</span>
          </li>
        ))}
      </ol>
    )}
  </section>
)

function Verdict({ verdict }: { verdict: NonNullable<Company['verdict']> }) {
  const list = (title: string, rows: typeof verdict.match, all: number) =>
    rows.length > 0 && (
      <details>
        <summary>
          {title}（{all > rows.length ? `${all} 项，列出前 ${rows.length} 项` : all}）
        </summary>
        <ul className={css.rows}>
          {rows.map((row) => (
            <li key={row.policyId}>
              <a href={`/page/policymarket/details?id=${row.policyId}`} target="_blank" rel="noreferrer">
                {row.title}
              </a>
              <span className={css.small}>{row.words}</span>
            </li>
          ))}
        </ul>
      </details>
    )
  return (
    <>
      <div className={css.say} role="group" aria-label="可以念给来电人">
        {verdict.sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {list('可以申报的', verdict.match, verdict.matchNum)}
      {list('只差一点的', verdict.near, verdict.nearNum)}
      <p className={css.small}>已记入该企业的档案使用记录（来电受理）。</p>
    </>
  )
}

function NoConsent() {
  const link = `${location.origin}/work/enterpriseArchive`
  return (
    <div className={css.stack}>
      <p>该企业没有授权使用档案，不能查看政策匹配结果。可以请企业登录后在“企业档案”里授权，随时可以撤回。</p>
      <p>
        <span className="num">{link}</span> <CopyButton text={link} />
      </p>
    </div>
  )
}

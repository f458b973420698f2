import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { report, type MedicalReport } from '../../contract/matching/report.ts'
import { effortNote, totalText } from '../../contract/matching/report-words.ts'
import { ApiError, call, saveBlob, type BlobAnswer } from '../api.ts'
import { printPage } from '../kit/print-page.ts'
import { ErrorState } from '../kit/table/table-states.tsx'
import { money } from '../kit/money.ts'
import { ReportGroup } from './report-group.tsx'
import { TotalReasons } from './total-line.tsx'
import styles from './report.module.css'

/**
 * The check-up: policies that are met, nearly met (with the steps to get there), open and not met; for reading, printing and downloading.
 */
export default function ReportBody() {
  const found = useQuery({
    queryKey: ['medical-report'],
    queryFn: () => call(report.medicalReport, { body: {} }, { silent: true }),
    staleTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  })
  if (found.error instanceof ApiError && found.error.code === 'NO_CONSENT')
    return (
      <div className={`card ${styles.consent}`}>
        <p>授权平台读取企业档案后，才能生成体检报告。授权随时可以撤回。</p>
        <Link className="btn btn-primary" to="/work/enterpriseArchive">
          查看企业档案与授权
        </Link>
      </div>
    )
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data)
    return (
      <p role="status" className="meta">
        正在逐条体检…
      </p>
    )
  return <Found of={found.data} />
}

function Found({ of }: { of: MedicalReport }) {
  const [busy, setBusy] = useState(false)
  const { matched, near, unknown, missed, outside, total } = of
  const download = async () => {
    setBusy(true)
    try {
      saveBlob((await call(report.file, { body: {} })) as BlobAnswer)
    } catch {
      // The failed call has already shown the error.
    } finally {
      setBusy(false)
    }
  }
  return (
    <article>
      <section className={`card ${styles.head}`} aria-label="体检结论">
        <p className={styles.company}>{of.companyName}</p>
        <p className={styles.sum}>
          符合 <strong>{matched.length}</strong> 项，可同时享受的最优组合合计 <strong className="num">{totalText(total)}</strong>
        </p>
        <dl className={styles.figures}>
          <div>
            <dt>差一点</dt>
            <dd>{near.length} 项</dd>
          </div>
          <div>
            <dt>待补信息</dt>
            <dd>{unknown.length} 项</dd>
          </div>
          <div>
            <dt>不符合</dt>
            <dd>{missed.length} 项</dd>
          </div>
          {of.score !== null && (
            <div>
              <dt>政策匹配度</dt>
              <dd>{of.score}%</dd>
            </div>
          )}
          <div>
            <dt>信息完整度</dt>
            <dd>{of.completeness}%</dd>
          </div>
        </dl>
        <p className="meta">
          判定日期 {of.asOf}。匹配度 = 符合 ÷（符合 + 差一点 + 待补信息）。按已发布规则自动判定，供参考，以主管部门审核为准。
        </p>
        <TotalReasons
          total={total}
          list={[...matched, ...near, ...unknown].map((item) => ({
            code: item.code,
            title: item.policyTitle,
            sample: item.sample,
            value: item.max,
          }))}
        />
        <p className={styles.actions} data-print="hide">
          <button type="button" className="btn btn-primary" disabled={busy} onClick={() => void download()}>
            {busy ? '正在生成…' : '下载 Word'}
          </button>
          <button type="button" className="btn" onClick={() => void printPage()}>
            打印或存为 PDF
          </button>
          <Link className="btn" to="/page/policyserver/simulation?archive=1">
            拿档案做模拟
          </Link>
        </p>
      </section>
      <ReportGroup id="matched" title="一、已符合" items={matched} empty="目前没有已符合的政策" />
      <ReportGroup id="near" title="二、差一点（从易到难）" items={near} empty="没有差一点就符合的政策" note={effortNote} />
      <ReportGroup id="unknown" title="三、待补信息" items={unknown} empty="没有待补信息的政策">
        {of.questions.length > 0 && (
          <>
            <p className={styles.first}>先补这些，影响金额最大：</p>
            <ol className={styles.questions}>
              {of.questions.map((q) => (
                <li key={q.key}>
                  {q.label}（关系到 {q.policies} 项政策{q.atStake > 0 && `，最多约 ${money(q.atStake)}`}）
                </li>
              ))}
            </ol>
            <p data-print="hide">
              <Link className="btn btn-small" to="/work/enterpriseArchive">
                去补充企业档案
              </Link>
            </p>
          </>
        )}
      </ReportGroup>
      <ReportGroup id="missed" title="四、不符合" items={missed} empty="没有不符合的政策" folded />
      <ReportGroup id="outside" title="五、不在申报期" items={outside} empty="全部政策都在申报期内" folded />
      <section className={`card ${styles.group}`} aria-labelledby="facts">
        <h2 id="facts">六、数据来源</h2>
        <ul className={styles.facts}>
          {of.facts.map((each) => (
            <li key={each.source}>
              {each.source}：{each.count} 项{each.oldest && `，最早 ${each.oldest}`}
            </li>
          ))}
        </ul>
        <p className="meta">每项政策下注明所依据的文号、规则版本和来源。</p>
      </section>
    </article>
  )
}

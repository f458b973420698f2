import { FactList } from '../kit/fact-list.tsx'
import type { DirectFigures, DirectListDetail } from '../../contract/direct.ts'
import { DATE_FORMAT_2 } from '../../contract/constants.ts'
import { showDate } from '../kit/date/date-format.ts'
import css from './direct.module.css'
import { wan } from '../kit/money.ts'

/** The present totals of the list: companies, amounts, answers; a text warns when the budget is exceeded. */
export function Totals({ detail: d }: { detail: DirectListDetail }) {
  const of = (...states: string[]) => d.counts.filter((c) => states.includes(c.state)).reduce((n, c) => n + c.count, 0)
  return (
    <>
      <FactList
        className={css.figures}
        facts={[
          ['在列企业', `${d.listed} 家`],
          ['合计金额', wan(d.amount)],
          ['预算上限', d.budget === null ? '未设' : wan(d.budget)],
          ['已确认', `${of('consented', 'held', 'handed')} 家`],
          ['待企业确认', `${of('listed')} 家`],
          ['放弃或逾期', `${of('declined', 'lapsed')} 家`],
          ['已剔除', `${of('excluded')} 家`],
        ]}
      />
      {d.over !== null && (
        <p className={css.over} role="note">
          合计超出预算上限 {wan(d.over)}，没有截断名单。
          {d.overReason ? `资金安排：${d.overReason}` : '提交时须说明资金安排，或剔除部分企业、调整预算。'}
        </p>
      )}
    </>
  )
}

/** Up to this number of names are shown unfolded. */
const FEW = 20

/**
 * The result of the last run over the archives: the number judged, companies that meet the rule without a certain amount, and missing
 * facts.
 */
export function RunFigures({ figures: f }: { figures: DirectFigures }) {
  return (
    <section className={css.panel} aria-labelledby="direct-figures">
      <div className={css.stack}>
        <h2 id="direct-figures">{f.kind === 'preview' ? '试算结果（未保留名单）' : '生成时的数字'}</h2>
        <p className={css.note}>
          {showDate(f.at, DATE_FORMAT_2)} 对 {f.companies} 家已授权企业判定，基准日 {f.asOf}，规则第 {f.ruleVersion}{' '}
          版。未授权的企业不读取、不判定。
        </p>
        <dl className={css.figures}>
          {(
            [
              ['符合', f.match],
              ['其中金额确定', f.listed],
              ['差一点', f.near],
              ['待补信息', f.unknown],
              ['不符合', f.nomatch],
            ] as const
          ).map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value} 家</dd>
            </div>
          ))}
          <div>
            <dt>合计金额</dt>
            <dd>{wan(f.amount)}</dd>
          </div>
        </dl>
        {f.kind === 'preview' && f.over !== null && (
          <p className={css.over} role="note">
            按此生成将超出预算上限 {wan(f.over)}。
          </p>
        )}
        {f.duplicates > 0 && <p className={css.note}>{f.duplicates} 家企业同年度已有本政策的补贴，名单中会标明，请核对。</p>}
        {f.named && f.named.length > 0 && (
          <details open={f.named.length <= FEW}>
            <summary>
              按此生成将列入的 {f.listed} 家{f.named.length < f.listed && `（列出 ${f.named.length} 家）`}
            </summary>
            <ul className={css.lines}>
              {f.named.map((c) => (
                <li key={c.companyId}>
                  {c.companyName}：{wan(c.amount)}
                </li>
              ))}
            </ul>
          </details>
        )}
        {f.undetermined.total > 0 && (
          <details>
            <summary>符合条件但金额不能确定的 {f.undetermined.total} 家，没有列入</summary>
            <ul className={css.lines}>
              {f.undetermined.list.map((c) => (
                <li key={c.companyId}>
                  {c.companyName}：{c.why}
                </li>
              ))}
            </ul>
          </details>
        )}
        {f.missing.length > 0 && (
          <details>
            <summary>“待补信息”的企业缺什么（补齐数据来源后可重新试算）</summary>
            <ul className={css.lines}>
              {f.missing.map((m) => (
                <li key={m.label}>
                  {m.label}：{m.companies} 家
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </section>
  )
}

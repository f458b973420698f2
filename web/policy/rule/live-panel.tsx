import { Alert } from 'antd'
import type { ReactNode } from 'react'
import type { LiveCondition, LiveResult } from '../../../contract/matching/dry-run.ts'
import { FEW } from '../../../contract/matching/few.ts'
import type { LiveRule } from './use-live-rule.ts'
import { money } from '../../kit/money.ts'
import styles from './live-panel.module.css'

const SHOWN = 3
const companies = (count: number | null): string => (count === null ? `少于 ${FEW} 家` : `${count} 家`)
const sum = ({ min, max }: LiveResult): string =>
  min === null || max === null ? '' : min === max ? ` · 约 ${money(max)}` : ` · 约 ${money(min)}—${money(max)}`

/** The reach of a rule while it is edited: number of companies and amount, near ones, and the condition that excludes everybody. */
export function LivePanel({ live, place }: { live: LiveRule; place(path: string): string }) {
  const { result, faults, outdated, failure } = live
  const nobody = result?.conditions.filter((one) => one.nobody) ?? []
  const nearest = (result?.conditions ?? [])
    .filter((one) => one.only !== null)
    .toSorted((a, b) => (b.only ?? 0) - (a.only ?? 0))
    .slice(0, SHOWN)
  return (
    <section className={styles.panel} aria-label="即时测算">
      <div role="status" className={outdated ? styles.outdated : undefined}>
        {result ? (
          <p className={styles.head}>
            <b>
              符合 {companies(result.match)}
              {sum(result)}
            </b>
            <span>差一点 {companies(result.near)}</span>
            <span>待补信息 {companies(result.unknown)}</span>
            <span className="meta">
              {result.companies < result.total ? `前 ${result.companies} 家` : `${result.companies} 家`}已授权企业
              {result.outside === null || result.outside === 0 ? '' : `，${result.outside} 家不在适用地区`}
            </span>
          </p>
        ) : (
          <p className={styles.head}>
            {failure
              ? `暂时没有算出来：${failure}`
              : faults.length > 0
                ? `还有 ${faults.length} 处要填，填好后计算符合的企业`
                : '正在计算符合的企业…'}
          </p>
        )}
        {result && outdated && (
          <p className="meta">{faults.length > 0 ? `还有 ${faults.length} 处要填，填好后重新计算` : '规则已改，正在重新计算…'}</p>
        )}
        {result && failure && <p className="meta">刚才的改动没有算出来：{failure}</p>}
        {result && result.match === null && (
          <p className="meta">不足 {FEW} 家时不报数和金额；要看是哪几家，请用下面的“试运行”，企业的使用记录里会有一行。</p>
        )}
        {nearest.length > 0 && (
          <p className="meta">
            其他条件都符合、只卡在一条的（不论差多少，含“差一点”）：
            {nearest.map((one) => `${place(one.path)}（${companies(one.only)}）`).join('；')}
          </p>
        )}
      </div>
      {nobody.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={`没有一家企业达到：${nobody.map((one) => place(one.path)).join('；')}`}
          description="已授权企业的档案里没有一家满足，规则因此排除了所有企业。请核对数值和单位。"
        />
      )}
    </section>
  )
}

const nothing = () => null
/** Under each condition: how many meet it, how many remain up to here, and how many only it excludes. */
export function conditionCounts(result: LiveResult | null, outdated: boolean): (path: string) => ReactNode {
  if (outdated) return nothing
  const counts = new Map<string, LiveCondition>((result?.conditions ?? []).map((one) => [one.path, one]))
  return function Counts(path) {
    const one = counts.get(path)
    if (!one) return null
    return (
      <p className={one.nobody ? `${styles.counts} ${styles.nobody}` : styles.counts}>
        {one.nobody ? '没有一家企业达到' : `达到 ${companies(one.met)}`}
        {one.open !== null && `，待补 ${companies(one.open)}`}
        {one.top && `；到这一条还剩 ${companies(one.left)}`}
        {one.only !== null && `；只差这一条 ${companies(one.only)}`}
      </p>
    )
  }
}

import type { Total } from '../../contract/matching.ts'
import { money } from '../kit/money.ts'
import styles from './total-line.module.css'

/** The policies left out of the best permitted combination, and the amounts cut by caps, each with its reason. */
export function TotalReasons({
  total,
  list,
}: {
  total: Total
  list: readonly { code: string; title: string; sample: boolean; value: number | null }[]
}) {
  const titles = new Map(list.map((j) => [j.code, j.title]))
  const name = (code: string) => titles.get(code) ?? code
  const samples = list.filter((j) => j.sample && total.chosen.includes(j.code))
  const sampleSum = Math.round(samples.reduce((sum, j) => sum + (j.value ?? 0), 0) * 1e4) / 1e4
  if (total.left.length + total.cuts.length === 0 && sampleSum === 0) return null
  return (
    <details className={styles.reasons}>
      <summary>
        合计怎么来的
        {total.left.length > 0 && `：${total.left.length} 项因不能重复享受未计入`}
      </summary>
      <ul>
        {total.left.map(({ code, name: rule, better }) => (
          <li key={code}>
            未计入“{name(code)}”：{rule}
            {better.length > 0 && `，已取“${better.map(name).join('”“')}”`}
          </li>
        ))}
        {total.cuts.map(({ name: rule, kind, before, most, year }) => (
          <li key={`${rule}-${year ?? 0}`}>
            {rule}
            {year !== undefined && `（第 ${year} 年）`}：分项合计 {money(before)}，{kind === 'pool' ? '资金池余额' : '最高'} {money(most)}
            ，超出部分不计
          </li>
        ))}
        {sampleSum > 0 && (
          <li>
            其中 {samples.length} 项（合计 {money(sampleSum)}，封顶前）是其他地区公开文件的样例，本县企业以本县文件为准
          </li>
        )}
      </ul>
    </details>
  )
}

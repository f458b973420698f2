import type { Cost, CostPolicy } from '../../contract/market/cost.ts'
import { Verdict } from '../matching/index.ts'
import styles from './market.module.css'

const wan = (n: number): string => n.toLocaleString('zh-CN', { maximumFractionDigits: 4 })
const span = ({ min, max }: { min: number; max: number }): string => (min === max ? wan(min) : `${wan(min)}～${wan(max)}`)
const SIGNS = { true: '✓', false: '✕', unknown: '?' } as const
const WORDS = { true: '满足', false: '不满足', unknown: '待补信息' } as const

/** The costs line by line, the policies that pay towards them with their reasons, and the remaining cost. */
export function CostAnswer({ cost }: { cost: Cost }) {
  const { lines, lacking, policies, paid, net, years, archive } = cost
  return (
    <div className={styles.answer} role="status">
      <table className={styles.sums}>
        <caption className="visually-hidden">总成本，单位万元</caption>
        <tbody>
          {lines.map(({ name, step, amount }) => (
            <tr key={name}>
              <th scope="row">
                {name}
                <span className="meta">{step}</span>
              </th>
              <td>{wan(amount)} 万元</td>
            </tr>
          ))}
          {lacking.map((name) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>业主没有填写</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{years} 年总成本</th>
            <td>
              <strong>{cost.cost === null ? '不能合计' : `${wan(cost.cost)} 万元`}</strong>
            </td>
          </tr>
          <tr>
            <th scope="row">
              政策可补
              <span className="meta">{years} 年内兑付的，按可以同时享受的最优组合</span>
            </th>
            <td>{paid.max === 0 ? '暂无' : `−${span(paid)} 万元`}</td>
          </tr>
          {net && (
            <tr className={styles.net}>
              <th scope="row">净成本</th>
              <td>
                <strong>{span(net)} 万元</strong>
              </td>
            </tr>
          )}
        </tbody>
      </table>
      {!archive && (
        <p className="meta">
          未授权平台读取企业档案，只按这处信息判断。<a href="/work/enterpriseArchive">去授权</a>，结果更准确。
        </p>
      )}
      {policies.length === 0 && <p>没有与租金、面积有关的政策。</p>}
      {policies.map((one) => (
        <Policy key={one.code} one={one} years={years} />
      ))}
    </div>
  )
}

function Policy({ one, years }: { one: CostPolicy; years: number }) {
  const later = one.amount && one.within && one.amount.max > one.within.max
  return (
    <section className={styles.match}>
      <h3>
        <a href={`/page/policyserverdetail?id=${one.policyId}`}>{one.title}</a> <Verdict verdict={one.verdict} />
      </h3>
      {one.verdict === 'match' && one.within && (
        <p>
          {years} 年内可得 <strong className="num">{span(one.within)}</strong> 万元
          {later && `，全部兑付为 ${span(one.amount!)} 万元`}
          {!one.counted && '，与其他政策不能同时享受，未计入'}
        </p>
      )}
      <ul className={styles.reasons}>
        {one.conditions.map(({ sentence, result, actual, gap }) => (
          <li key={sentence}>
            <span aria-hidden="true">{SIGNS[result]}</span> <span className="visually-hidden">{WORDS[result]}：</span>
            {sentence}
            {actual && <span className="meta"> 本企业：{actual}</span>}
            {result === 'false' && gap && <span className="meta"> {gap}</span>}
          </li>
        ))}
      </ul>
      {one.steps.length > 0 && (
        <details>
          <summary>金额怎么算</summary>
          <ol>
            {one.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </details>
      )}
    </section>
  )
}

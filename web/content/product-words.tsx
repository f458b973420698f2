import type { Data } from '../../contract/endpoint.ts'
import type { finance, FinanceProduct } from '../../contract/content/finance.ts'
import type { Verdict as Code } from '../../contract/matching/verdicts.ts'
import { Verdict } from '../matching/index.ts'
import styles from './finance.module.css'

/** undefined: no company is signed in; null: the company has not given its consent */
export type Verdicts = Data<typeof finance.judged>['verdicts'] | undefined

const two = (low: number, high: number) => (low === high ? `${low}` : `${low}–${high}`)
export const amountOf = (p: FinanceProduct): string => `${two(p.minAmount, p.maxAmount)} 万元`
export const rateOf = (p: FinanceProduct): string => `${two(p.rateMin, p.rateMax)}%`
const yuan = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
/** An amount in 分, formatted in 元. */
export const yuanOf = (fen: number): string => yuan.format(fen / 100)

/** Whether the user's company meets the conditions of a product, and what is missing. */
export function ForCompany({ product, verdicts }: { product: FinanceProduct; verdicts: Verdicts }) {
  if (!product.judged || verdicts === undefined) return null
  if (verdicts === null)
    return (
      <p className="meta">
        <a href="/work/enterpriseArchive">授权读取企业档案</a>后显示本企业是否符合
      </p>
    )
  const mine = verdicts.find((one) => one.id === product.id)
  if (!mine) return null
  return (
    <div className={styles.mine}>
      <span>
        本企业：
        <Verdict verdict={mine.verdict as Code} />
      </span>
      {mine.failed.length > 0 && (
        <ul>
          {mine.failed.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

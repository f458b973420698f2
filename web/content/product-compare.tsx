import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { FinanceCost } from '../../contract/content/finance.ts'
import { COMPARED_MAX, loanPurposes, repayWays } from '../../contract/content/finance-words.ts'
import { PrintPage } from '../shell/public/detail-parts.tsx'
import { FINANCE } from './addresses.ts'
import { AskButton } from './ask-button.tsx'
import type { LoanAsked } from './loan-query.ts'
import { amountOf, ForCompany, rateOf, yuanOf, type Verdicts } from './product-words.tsx'
import styles from './finance.module.css'

interface Props {
  loan: LoanAsked
  costs: readonly FinanceCost[]
  verdicts: Verdicts
}

/** Compares one to three products for the same loan: requirements, monthly costs, and the subsidy. */
export function ProductCompare({ loan, costs, verdicts }: Props) {
  const [first] = costs
  return (
    <div className={`container ${styles.page}`}>
      <nav aria-label="面包屑" className={styles.crumbs}>
        <a href="/page/home">首页</a> / <a href={FINANCE}>金融服务</a> / <span aria-current="page">计算与比较</span>
      </nav>
      <h1>{costs.length === 1 ? first!.product.name : `比较 ${costs.length} 个金融产品`}</h1>
      {loan.more && (
        <p role="status">
          一次最多比较 {COMPARED_MAX} 个，已取前 {COMPARED_MAX} 个。
        </p>
      )}
      <LoanForm loan={loan} />
      <Sideways className="card" label="产品比较">
        <table className={styles.compare}>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">项目</span>
              </th>
              {costs.map(({ product }) => (
                <th key={product.id} scope="col">
                  {product.name}
                  <div className="meta">{product.bank}</div>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rowsOf(loan, verdicts)
              .map(([name, of]) => ({ name, cells: costs.map((cost) => of(cost)) }))
              .filter(({ cells }) => cells.some(Boolean))
              .map(({ name, cells }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {cells.map((cell, i) => (
                    <td key={costs[i]!.product.id}>{cell || '无'}</td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </Sideways>
      <p className="meta">
        按各产品的最低年利率逐月计算，每月利息四舍五入到分；实际利率、额度和还款日以金融机构的合同为准。贴息按本企业档案、现行贴息政策和第一年利息估算，取最多的一项，不超过利息。
      </p>
      {costs.map((cost) => (
        <Months key={cost.product.id} cost={cost} />
      ))}
      <PrintPage />
    </div>
  )
}

const Sideways = ({ label, className = '', children }: { label: string; className?: string; children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls sideways must be reachable by keyboard
  <div className={`${className} ${styles.scroll}`} tabIndex={0} role="region" aria-label={label}>
    {children}
  </div>
)

/** The rows of the comparison; a row that is empty for all products is left out. */
const rowsOf = (loan: LoanAsked, verdicts: Verdicts): readonly [string, (cost: FinanceCost) => ReactNode][] => [
  ['对接', ({ product }) => <AskButton product={product} amount={loan.faults.amount ? '' : loan.amount} />],
  ['留意', ({ notes }) => notes.length > 0 && <span className={styles.warn}>{notes.join('；')}</span>],
  ['按年利率', ({ rate }) => <span className="num">{rate}%</span>],
  ['第一个月还', ({ schedule }) => <span className="num">{yuanOf(schedule.rows[0]!.total)} 元</span>],
  ['利息合计', ({ schedule }) => <strong className="num">{yuanOf(schedule.interest)} 元</strong>],
  [
    '估计贴息',
    ({ subsidy }) =>
      subsidy && (
        <>
          <span className="num">{yuanOf(subsidy.amount)} 元</span>
          <div>
            <a href={`/page/policyserverdetail?id=${subsidy.policyId}`}>{subsidy.title}</a>
          </div>
        </>
      ),
  ],
  ['贴息后利息', ({ schedule, subsidy }) => subsidy && <strong className="num">{yuanOf(schedule.interest - subsidy.amount)} 元</strong>],
  ['申请条件判断', ({ product }) => product.judged && verdicts !== undefined && <ForCompany product={product} verdicts={verdicts} />],
  ['额度', ({ product }) => <span className="num">{amountOf(product)}</span>],
  ['年利率', ({ product }) => <span className="num">{rateOf(product)}</span>],
  ['期限', ({ product }) => product.termNames.join('、')],
  ['担保方式', ({ product }) => product.guaranteeNames.join('、')],
  ['还款方式', ({ product }) => product.repayNames.join('、')],
  ['审批时限', ({ product }) => product.approveDays !== null && `${product.approveDays} 个工作日`],
  ['适用对象', ({ product }) => product.target],
  ['申请条件', ({ product }) => product.conditions],
  ['申请材料', ({ product }) => product.materials],
  ['产品特点', ({ product }) => product.features],
  ['客户经理', ({ product }) => product.manager && `${product.manager} ${product.managerPhone}`],
]

/**
 * The loan's amount and months. The form is submitted as an address, so that it can be bookmarked and shared; errors are shown at their
 * field.
 */
const LoanForm = ({ loan }: { loan: LoanAsked }) => (
  <Form method="get" action={FINANCE} className={`card ${styles.loan}`}>
    <input type="hidden" name="ids" value={loan.ids.join(',')} />
    <Figure name="amount" label="金额（万元）" value={loan.amount} fault={loan.faults.amount} />
    <Figure name="months" label="期限（月）" value={loan.months} fault={loan.faults.months} />
    <Choice name="repayWay" label="还款方式" value={loan.repay} words={repayWays} />
    <Choice name="purpose" label="贷款用途" value={loan.purpose} words={loanPurposes} />
    <button className="btn btn-primary" type="submit">
      重新计算
    </button>
  </Form>
)

const Choice = ({ name, label, value, words }: { name: string; label: string; value: string; words: Readonly<Record<string, string>> }) => (
  <label>
    <span className="field-label">{label}</span>
    <select className="field" name={name} defaultValue={value}>
      {Object.entries(words).map(([code, word]) => (
        <option key={code} value={code}>
          {word}
        </option>
      ))}
    </select>
  </label>
)

const Figure = ({ name, label, value, fault }: { name: string; label: string; value: string; fault: string | undefined }) => (
  <div>
    <label className="field-label" htmlFor={`loan-${name}`}>
      {label}
    </label>
    <input
      id={`loan-${name}`}
      className="field"
      name={name}
      inputMode="decimal"
      maxLength={12}
      defaultValue={value}
      aria-invalid={fault !== undefined}
      aria-describedby={fault ? `loan-${name}-fault` : undefined}
    />
    {fault && (
      <p id={`loan-${name}-fault`} className="field-error" role="alert">
        {fault}
      </p>
    )}
  </div>
)

const Months = ({ cost: { product, schedule } }: { cost: FinanceCost }) => (
  <details className={`card ${styles.months}`}>
    <summary>
      {product.name}：逐月还款（{schedule.rows.length} 个月）
    </summary>
    <Sideways label={`${product.name}逐月还款`}>
      <table className={styles.schedule}>
        <thead>
          <tr>
            {['月', '本金（元）', '利息（元）', '合计（元）', '剩余本金（元）'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {schedule.rows.map((row) => (
            <tr key={row.month}>
              <th scope="row">{row.month}</th>
              {[row.principal, row.interest, row.total, row.rest].map((fen, i) => (
                <td key={i} className="num">
                  {yuanOf(fen)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Sideways>
  </details>
)

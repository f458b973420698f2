import { sql } from 'kysely'
import { POLICY_STATE, supportModes } from '../../contract/policy/codes.ts'
import type { finance, FinanceCost, FinanceProduct, Schedule } from '../../contract/content/finance.ts'
import { repayCodes, repayWays } from '../../contract/content/finance-words.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import type { Answers } from '../../contract/matching.ts'
import { inFen, inWan } from '../../contract/money.ts'
import { appealTypeOf, saveAppeal } from '../appeal/index.ts'
import type { Actor } from '../kernel/actor.ts'
import { refused } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { judgePolicies, judgeVersions } from '../matching/index.ts'
import { judgedProducts, publicProducts } from './products.ts'
import { scheduleOf } from './schedule.ts'

const [INTEREST] = supportModes.interest
type Loan = Parsed<typeof finance.compare>['query']
/** The range of months of each term of the dictionary `loanTerm`. */
const termMonths: Readonly<Record<string, readonly [from: number, to: number]>> = {
  '01': [1, 6],
  '02': [6, 12],
  '03': [12, 36],
  '04': [36, 60],
  '05': [60, Infinity],
}

/** Why a product does not offer this loan; its cost is calculated all the same. */
function notesOf(product: FinanceProduct, { amount, months, repay }: Loan): string[] {
  const notes: string[] = []
  if (amount < product.minAmount || amount > product.maxAmount) notes.push(`额度为 ${product.minAmount} 至 ${product.maxAmount} 万元`)
  const held = product.terms.flatMap((code) => (termMonths[code] ? [termMonths[code]] : []))
  if (held.length > 0 && !held.some(([from, to]) => months >= from && months <= to)) notes.push(`期限为 ${product.termNames.join('、')}`)
  if (!product.repays.some((code) => repayCodes[code] === repay)) notes.push(`不提供${repayWays[repay]}`)
  return notes
}

/**
 * The cost of each product at its lowest rate, month by month. Users of a company also get the interest subsidy that the company would
 * receive.
 */
export async function compareProducts(k: Kernel, actor: Actor | null, loan: Loan): Promise<FinanceCost[]> {
  const products = await publicProducts(k, [...new Set(loan.ids)])
  const companyId = actor?.type === 'QY' ? actor.companyId : null
  const policies = companyId === null ? [] : await subsidies(k)
  const costs: FinanceCost[] = []
  for (const product of products) {
    const schedule = scheduleOf({ amount: inFen(loan.amount), rate: String(product.rateMin), months: loan.months, repay: loan.repay })
    const best = companyId === null ? null : await bestSubsidy(k, companyId, policies, supposed(loan, schedule))
    // A subsidy is at most the interest paid.
    const subsidy = best && { ...best, amount: Math.min(best.amount, schedule.interest) }
    costs.push({ product, rate: product.rateMin, schedule, subsidy, notes: notesOf(product, loan) })
  }
  return costs
}

/** Published policies that subsidise interest. */
const subsidies = async (k: Kernel): Promise<number[]> =>
  (
    await k.db
      .selectFrom('policy')
      .select('id')
      .where('state', '=', POLICY_STATE.published)
      .where('deleted', '=', false)
      .where(sql<boolean>`support_modes @> ${[INTEREST]}::text[]`)
      .orderBy('id')
      .limit(100)
      .execute()
  ).map(({ id }) => id)

/**
 * Facts about loans that subsidy rules use. They are set to 0, because the company's other loans in the archive must not give a subsidy for
 * this loan.
 */
const noOther: Answers = {
  countyLoanInterest: 0,
  loanInterestPaid: 0,
  techLoanAmount: 0,
  faLoanAmount: 0,
  faLoanYears: 0,
  startupLoanAmount: 0,
}

/** The facts as if this were the company's only loan. Interest is that of the first year, as subsidies are paid per year. */
function supposed({ amount, months, purpose }: Loan, { rows }: Schedule): Answers {
  const year = inWan(rows.slice(0, 12).reduce((sum, row) => sum + row.interest, 0))
  if (purpose === 'working') return { ...noOther, countyLoanInterest: year }
  return { ...noOther, loanInterestPaid: year, techLoanAmount: amount, faLoanAmount: amount, faLoanYears: months / 12 }
}

/** The interest subsidy policy that pays the company most for this loan, judged by its archive; null when none pays or without consent. */
async function bestSubsidy(k: Kernel, companyId: number, policies: readonly number[], loan: Answers) {
  if (policies.length === 0) return null
  const judged = await judgePolicies(k, companyId, policies, loan)
  const paying = [...(judged?.values() ?? [])].filter((j) => j.verdict === 'match' && (j.amount?.value ?? 0) > 0)
  const best = paying.toSorted((a, b) => b.amount!.value - a.amount!.value)[0]
  return best ? { policyId: best.policyId, title: best.title, amount: inFen(best.amount!.value) } : null
}

/** The verdicts of all product conditions for the caller's company; null without its consent (P-01). */
export async function judgeProducts(k: Kernel, { companyId }: Actor) {
  if (companyId === null) return { verdicts: null }
  const rows = await judgedProducts(k)
  const judged = await judgeVersions(
    k,
    companyId,
    rows.map((row) => ({
      id: row.id,
      code: `finance${row.id}`,
      title: row.name,
      issuer: row.bank,
      level: '',
      supportModes: [],
      sample: false,
      maxAmount: null,
      applyFrom: null,
      applyTo: null,
      rule: { conditions: row.rule!, benefits: [], benefitCombine: 'sum' },
    })),
  )
  return { verdicts: judged && judged.map((j) => ({ id: j.policyId, verdict: j.verdict, failed: j.failed.slice(0, 3) })) }
}

/** 我要对接: creates an appeal for the office that deals with loans. Amount and company are stored in the appeal, not with the product. */
export async function askForProduct(k: Kernel, call: Call, asked: Parsed<typeof finance.ask>['body']) {
  const [product] = await publicProducts(k, [asked.id])
  const typeId = await appealTypeOf(k.db, codeOf(product!), FINANCING)
  if (typeId === undefined) throw refused('现在没有受理融资诉求的类型，没有提交；请拨打页面下方的服务电话，或到“企业诉求”选择其他类型提出')
  const { id, appealNo } = await saveAppeal(k, call, {
    typeId,
    title: `对接金融产品：${product!.name}`.slice(0, 100),
    content: [
      `希望对接${product!.bank}的“${product!.name}”，拟贷金额 ${asked.amount} 万元。`,
      ...(asked.content ? [asked.content] : []),
    ].join('\n'),
    contact: asked.contact,
    phone: asked.phone,
    files: [],
    publicFlag: 0,
    noPolicy: 0,
    submit: true,
  })
  return { id, appealNo }
}

/** The main type of appeals 融资与金融. */
const FINANCING = '13'
/** The type of appeal below it: 1304 融资担保, 1302 固定资产贷款 (terms of three years or more), 1301 流动资金贷款. */
function codeOf({ guarantees, terms }: FinanceProduct): string {
  if (guarantees.includes('08')) return '1304'
  return terms.every((code) => (termMonths[code]?.[0] ?? 0) >= 36) ? '1302' : '1301'
}

import { data } from 'react-router'
import type { Route } from './+types/financial-service'
import { finance, type FinanceProduct } from '../../contract/content/finance.ts'
import { servicesContext } from '../context.ts'
import { queryOf } from '../shell/address.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { answerOrFaults } from '../shell/public/filter-faults.ts'
import { listMeta } from '../shell/public/public-meta.ts'
import { FINANCE } from './addresses.ts'
import { loanOf } from './loan-query.ts'

// Loaded on demand, because the page shows only one of the two.
const ProductList = lazyPart(() => import('./product-list.tsx').then((m) => m.ProductList))
const ProductCompare = lazyPart(() => import('./product-compare.tsx').then((m) => m.ProductCompare))

const SIZE = 20

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call, viewer } = context.get(servicesContext)
  const loan = loanOf(request.url)
  // undefined: no company is signed in; null: the company has not given its consent
  const judge = async () => (viewer?.type === 'QY' ? (await call(finance.judged, { query: {} })).verdicts : undefined)
  if (loan.ids.length > 0) {
    const query = {
      ids: loan.ids.join(','),
      amount: loan.faults.amount ? 100 : Number(loan.amount),
      months: loan.faults.months ? 12 : Number(loan.months),
      repay: loan.repay,
      purpose: loan.purpose,
    }
    const [costs, verdicts] = await Promise.all([call(finance.compare, { query }), judge()])
    return { loan, costs, verdicts, found: null, faults: [], options: null }
  }
  const { q, ...asked } = queryOf(request.url, ['q', 'type', 'guarantee', 'term', 'repay', 'amount', 'rate', 'page'])
  const [options, { found, faults }, verdicts] = await Promise.all([
    call(finance.options, { query: {} }),
    answerOrFaults(call(finance.list, { query: { ...asked, ...(q ? { keyword: q.slice(0, 64) } : {}), pageSize: SIZE } })),
    judge(),
  ])
  return data({ loan, costs: null, verdicts, found, faults, options }, { status: found ? 200 : 400 })
}

export const meta: Route.MetaFunction = (args) =>
  listMeta(args, {
    description: '按额度、期限、担保方式和利率找贷款产品，算清每月还款和贴息之后的成本，一键对接',
    rows: (args.loaderData?.found?.list ?? []).map((p: FinanceProduct) => ({ name: p.name, path: `${FINANCE}?ids=${p.id}` })),
  })

/** 金融服务: products with filters, or one to three products compared for a loan. */
export default function FinancialService({ loaderData: { loan, costs, verdicts, found, faults, options } }: Route.ComponentProps) {
  if (costs) return <ProductCompare loan={loan} costs={costs} verdicts={verdicts} />
  return <ProductList found={found} faults={faults} options={options!} verdicts={verdicts} pageSize={SIZE} />
}

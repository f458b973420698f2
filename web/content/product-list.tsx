import { Form } from 'react-router'
import type { Data } from '../../contract/endpoint.ts'
import type { finance, FinanceProduct } from '../../contract/content/finance.ts'
import { COMPARED_MAX } from '../../contract/content/finance-words.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import type { FilterFault } from '../shell/public/filter-faults.ts'
import { PublicList } from '../shell/public/public-list.tsx'
import { FINANCE } from './addresses.ts'
import { amountOf, ForCompany, rateOf, type Verdicts } from './product-words.tsx'
import styles from './finance.module.css'

const FilterForm = lazyPart(() => import('../shell/public/filter-form.tsx').then((m) => m.FilterForm))
const NoRows = lazyPart(() => import('../shell/public/no-rows.tsx').then((m) => m.NoRows))

const amounts = [50, 100, 300, 500, 1000, 3000].map((n) => ({ value: String(n), label: `${n} 万元` }))
const rates = [3, 3.5, 4, 4.5, 5, 6].map((n) => ({ value: String(n), label: `${n}% 以内` }))

interface Props {
  /** null: a filter is refused, see `faults` */
  found: Data<typeof finance.list> | null
  faults: readonly FilterFault[]
  options: Data<typeof finance.options>
  verdicts: Verdicts
  pageSize: number
}

/** Products of banks with filters; chosen ones can be compared. It works without JavaScript. */
export function ProductList({ found, faults, options, verdicts, pageSize }: Props) {
  const pick = (key: string, name: string, from: readonly { value: string; label: string; disabled?: true | undefined }[]) => ({
    name,
    keys: [key] as const,
    options: from.filter(({ disabled }) => !disabled),
  })
  const picks = [
    pick('type', '产品类型', options.type),
    pick('guarantee', '担保方式', options.guarantee),
    pick('term', '期限', options.term),
    pick('repay', '还款方式', options.repay),
    pick('amount', '需要金额', amounts),
    pick('rate', '年利率', rates),
  ]
  return (
    <PublicList
      title="金融服务"
      path={FINANCE}
      total={found?.total ?? null}
      pageSize={pageSize}
      lead="利率、额度以金融机构审批为准；勾选产品可以算清每月还款和贴息之后的成本"
      form={<FilterForm path={FINANCE} word={{ label: '产品或银行', placeholder: '名称' }} picks={picks} faults={faults} />}
      nothing={<NoRows path={FINANCE} filters={picks} faults={faults} />}
    >
      {found && found.list.length > 0 && (
        <Form method="get" action={FINANCE}>
          <ul>
            {found.list.map((product) => (
              <Product key={product.id} product={product} verdicts={verdicts} />
            ))}
          </ul>
          <p className={styles.send}>
            <button className="btn btn-primary" type="submit">
              计算并比较所选
            </button>{' '}
            <span className="meta">最多 {COMPARED_MAX} 个</span>
          </p>
        </Form>
      )}
    </PublicList>
  )
}

const Product = ({ product: p, verdicts }: { product: FinanceProduct; verdicts: Verdicts }) => (
  <li className={styles.item}>
    <label className={styles.tick}>
      <input type="checkbox" name="ids" value={p.id} />
      <span className="visually-hidden">比较 {p.name}</span>
    </label>
    <div>
      <h3>
        <a href={`${FINANCE}?ids=${p.id}`}>{p.name}</a> <span className="tag">{p.productTypeName}</span>
      </h3>
      <p className="meta">{p.bank}</p>
      <p>
        <span className="num">
          {amountOf(p)}　年利率 {rateOf(p)}
        </span>
        {`　${p.termNames.join('、')}　${p.guaranteeNames.join('、')}`}
      </p>
      {p.target && <p className="meta">面向：{p.target}</p>}
      <ForCompany product={p} verdicts={verdicts} />
    </div>
  </li>
)

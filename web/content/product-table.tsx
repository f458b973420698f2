import { Button } from 'antd'
import { useState } from 'react'
import { finance, type FinanceProduct } from '../../contract/content/finance.ts'
import { fieldsOf, searchFields } from '../kit/form/fields.ts'
import { PagedTable } from '../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../kit/table/search-bar.tsx'
import { useRefreshList } from '../kit/table/use-list.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { productOptions, shelfOptions, StateTag } from './news-words.tsx'
import { amountOf, rateOf } from './product-words.tsx'
import { shelfActions } from './shelf-actions.tsx'

const ProductForm = lazyPart(() => import('./product-form.client.tsx').then((m) => m.ProductForm))

const LIST = 'financeProducts'
const fields = fieldsOf(
  finance.list,
  { key: 'name', label: '产品名称', on: ['search', 'table'], searchKey: 'keyword', width: 220, card: 'title' },
  { key: 'bank', label: '金融机构', on: ['table'], width: 200 },
  {
    key: 'productTypeName',
    label: '产品类型',
    kind: 'select',
    options: productOptions('type'),
    on: ['search', 'table'],
    searchKey: 'type',
    width: 150,
  },
  {
    key: 'standing',
    label: '状态',
    kind: 'select',
    options: shelfOptions,
    on: ['search', 'table'],
    searchKey: 'state',
    width: 120,
    show: (row) => row.standing && <StateTag state={row.standing.state} />,
  },
  { key: 'maxAmount', label: '额度', on: ['table'], width: 150, show: (row) => <span className="num">{amountOf(row)}</span> },
  { key: 'rateMin', label: '年利率', on: ['table'], width: 110, show: (row) => <span className="num">{rateOf(row)}</span> },
  { key: 'judged', label: '可判断条件', on: ['table'], width: 110, show: (row) => (row.judged ? '有' : '没有') },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria)

/** Finance products of all states, in the order of the public page. */
export function ProductTable() {
  const refresh = useRefreshList(LIST)
  const [open, setOpen] = useState<FinanceProduct | 'new' | null>(null)
  return (
    <>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={LIST}
        first="还没有金融产品。新增并发布后公开。"
        fields={fields}
        shape={shape}
        endpoint={finance.list}
        asked={{ scope: 'manage' }}
        actions={shelfActions<FinanceProduct>(finance, (row) => row.name, { edit: setOpen, refresh })}
        tools={
          <Button type="primary" onClick={() => setOpen('new')}>
            新增产品
          </Button>
        }
      />
      {open && <ProductForm product={open === 'new' ? null : open} onClose={() => setOpen(null)} onDone={refresh} />}
    </>
  )
}

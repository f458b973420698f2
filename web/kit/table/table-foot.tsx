import { Button, Pagination, Select } from 'antd'
import { TABLE_PAGE_SIZES, TABLE_SHOW_ALL_PAGE_SIZE } from '../../../contract/constants.ts'
import type { ListState } from './list-state.ts'
import type { MoneyTotal } from './money-totals.ts'
import { showNumber } from '../form/values.ts'
import css from './table.module.css'

interface Props {
  sums?: readonly MoneyTotal[]
  state: ListState
  total: number
  narrow: boolean
  showAll: boolean
  onChange: (change: Partial<ListState>) => void
}

/** Below a list: total, page, page size, 显示全部 (spec §9). */
export function TableFoot({ sums = [], state, total, narrow, showAll, onChange }: Props) {
  return (
    <div className={css.foot}>
      {sums.map(({ label, sum, unit }) => (
        <span key={label} className={css.sum}>
          {total > state.pageSize ? '本页' : ''}
          {label}合计 <strong className="num">{showNumber(sum)}</strong>
          {unit && ` ${unit}`}
        </span>
      ))}
      {total > 0 && (
        <Pagination
          current={state.page}
          pageSize={state.pageSize}
          total={total}
          showTotal={(n) => `共 ${n} 条`}
          showSizeChanger={{ showSearch: false, 'aria-label': '每页条数' }}
          pageSizeOptions={[...TABLE_PAGE_SIZES]}
          showQuickJumper={!narrow}
          simple={narrow}
          onChange={(page, pageSize) => (pageSize === state.pageSize ? onChange({ page }) : onChange({ pageSize }))}
        />
      )}
      {narrow && total > 0 && (
        <Select
          aria-label="每页条数"
          value={state.pageSize}
          options={TABLE_PAGE_SIZES.map((n) => ({ value: n, label: `${n} 条/页` }))}
          onChange={(pageSize) => onChange({ pageSize })}
        />
      )}
      {showAll && total > state.pageSize && (
        <Button type="link" onClick={() => onChange({ pageSize: TABLE_SHOW_ALL_PAGE_SIZE })}>
          显示全部
        </Button>
      )}
      {state.pageSize === TABLE_SHOW_ALL_PAGE_SIZE && (
        <Button type="link" onClick={() => onChange({ pageSize: TABLE_PAGE_SIZES[1] })}>
          分页显示
        </Button>
      )}
    </div>
  )
}

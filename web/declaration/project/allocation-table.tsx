import { Pagination } from 'antd'
import { useState } from 'react'
import type { AllocationRow } from '../../../contract/declaration/allocation.ts'
import { figure } from '../../../contract/rule/value-words.ts'
import tableCss from '../../kit/form/unit-table.module.css'
import { localMinute } from '../../kit/date/local-time.ts'

/** Keeps short heads on one line. */
const WHOLE = { whiteSpace: 'nowrap' } as const

/** Limit of shown rows; hundreds may apply for a county's budget. */
const SHOWN = 50

/** The sum of each applicant, in the order of the list, with the reason. */
export function AllocationTable({ rows, ranked }: { rows: readonly AllocationRow[]; ranked: boolean }) {
  const [page, setPage] = useState(1)
  if (rows.length === 0) return <p className="meta">还没有可以分配的申报。</p>
  const last = Math.ceil(rows.length / SHOWN)
  const start = (Math.min(page, last) - 1) * SHOWN
  return (
    <div className={tableCss.box} style={{ marginBlock: 12 }}>
      <table className={tableCss.table} aria-label="分配名单">
        <thead>
          <tr>
            <th scope="col" style={WHOLE}>
              名次
            </th>
            <th scope="col">企业</th>
            <th scope="col">受理号</th>
            <th scope="col">提交时间</th>
            <th scope="col">乡镇（街道）</th>
            {ranked && <th scope="col">排名依据</th>}
            <th scope="col">可核定（万元）</th>
            <th scope="col">分配（万元）</th>
            <th scope="col" style={WHOLE}>
              占可核定
            </th>
            <th scope="col">说明</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(start, start + SHOWN).map((row, i) => (
            <tr key={row.declareId}>
              <td data-label="名次">{row.place ?? (ranked ? '—' : start + i + 1)}</td>
              <td data-label="企业">{row.companyName}</td>
              <td data-label="受理号" className="num">
                {row.declareNo}
              </td>
              <td data-label="提交时间" className="num">
                {localMinute(row.submitTime)}
              </td>
              <td data-label="乡镇（街道）">{row.town ?? '—'}</td>
              {ranked && (
                <td data-label="排名依据" className="num">
                  {figure(row.figure, row.figureUnit)}
                </td>
              )}
              <td data-label="可核定（万元）" className="num">
                {row.asked ?? '—'}
              </td>
              <td data-label="分配（万元）" className="num">
                {row.given}
              </td>
              <td data-label="占可核定" className="num">
                {row.asked ? figure(row.given / row.asked, 'ratio') : '—'}
              </td>
              <td data-label="说明">{row.why}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {last > 1 && (
        <Pagination
          size="small"
          style={{ marginBlock: 12 }}
          current={Math.min(page, last)}
          pageSize={SHOWN}
          total={rows.length}
          showSizeChanger={false}
          showTotal={(total) => `共 ${total} 家`}
          onChange={setPage}
        />
      )}
    </div>
  )
}

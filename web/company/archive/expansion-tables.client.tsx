import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Pagination } from 'antd'
import { useState } from 'react'
import { expansion, type ArchiveTable, type ExpansionField, type ExpansionRow } from '../../../contract/company/expansion.ts'
import { fieldTitle } from '../../../contract/company/field-types.ts'
import { shanghaiDay } from '../../../contract/shanghai.ts'
import { call } from '../../api.ts'
import { readFailure } from '../../kit/failure.ts'
import { archiveKey } from './archive-key.ts'
import css from './enterprise-archive.module.css'
import { RowDialog } from './expansion-row.client.tsx'
import { RemoveRow } from '../remove-row.tsx'
import { valueText } from './expansion-values.ts'
import { RevealButton } from '../../kit/dialog/reveal-button.tsx'

interface Props {
  companyId: number
  tables: readonly ArchiveTable[]
  /** the reader is the company itself, for which personal data is not masked */
  own: boolean
  refresh: () => Promise<unknown>
}

/** Rows of a page; the archive contains the first page. */
const PAGE = 100

/** The expansion tables of one company: rows with their sources, edited by those with the right. */
export function ExpansionTables({ tables, ...props }: Props) {
  return tables.map((one) => <OneTable key={one.table.id} shown={one} {...props} />)
}

function OneTable({ shown, companyId, own, refresh }: { shown: ArchiveTable } & Omit<Props, 'tables'>) {
  const [open, setOpen] = useState<ExpansionRow | 'new' | null>(null)
  const [leaving, setLeaving] = useState<ExpansionRow | null>(null)
  const [page, setPage] = useState(1)
  const { table, editable } = shown
  // The archive contains the first rows; further pages are read on demand.
  const more = useQuery({
    queryKey: [...archiveKey, 'rows', companyId, table.id, page],
    queryFn: () =>
      call(expansion.rows, { query: { tableId: table.id, page, pageSize: PAGE, ...(own ? {} : { companyId }) } }, { silent: true }),
    enabled: page > 1,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const { list: rows, total } = page > 1 && more.data ? more.data : { list: shown.rows, total: shown.total }
  const mayAdd = editable && (table.multiRow === 1 || rows.length === 0)
  return (
    <section className={css.panel} aria-labelledby={`table-${table.id}`}>
      <header className={css.head}>
        <h2 id={`table-${table.id}`}>{table.tableName}</h2>
        <span className="meta num">{table.multiRow === 1 ? `共 ${total} 行` : total > 0 ? '已填' : '未填'}</span>
        {mayAdd && (
          <Button onClick={() => setOpen('new')} aria-label={`${table.multiRow === 1 ? '新增一行' : '填写'}：${table.tableName}`}>
            {table.multiRow === 1 ? '新增一行' : '填写'}
          </Button>
        )}
      </header>
      {table.note && <p className={css.note}>{table.note}</p>}
      {rows.length === 0 ? (
        <p className={css.note}>{editable ? '还没有数据。' : '主管部门尚未填报。'}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls sideways must be reachable by keyboard
        <div className={css.scroll} tabIndex={0} role="region" aria-label={`${table.tableName}数据`}>
          <table className={css.rows}>
            <thead>
              <tr>
                {table.fields.map((f) => (
                  <th scope="col" key={f.id}>
                    {fieldTitle(f)}
                  </th>
                ))}
                <th scope="col">来源</th>
                {editable && <th scope="col">操作</th>}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  {table.fields.map((f) => (
                    <td key={f.id} title={originText(row, f)}>
                      {valueText(f, row.values[f.fieldKey], row.files)}
                      {!own && f.personalFlag === 1 && row.values[f.fieldKey] && (
                        <RevealButton
                          label={f.fieldName}
                          of={`expansion-${f.fieldKey}:${row.id}`}
                          load={(reason) =>
                            call(expansion.reveal, { body: { id: row.id, fieldKey: f.fieldKey, reason } }, { silent: true })
                          }
                        />
                      )}
                    </td>
                  ))}
                  <td>
                    <span className="tag">{row.source}</span> <span className="num">{shanghaiDay(Date.parse(row.updatedAt))}</span>
                  </td>
                  {editable && (
                    <td>
                      <Button type="link" size="small" onClick={() => setOpen(row)}>
                        修改
                      </Button>
                      <Button type="link" size="small" danger onClick={() => setLeaving(row)}>
                        删除
                      </Button>
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {more.error && (
        <p role="alert" className={css.note}>
          {readFailure(more.error).message}
          <Button type="link" size="small" onClick={() => void more.refetch()}>
            重试
          </Button>
        </p>
      )}
      {total > PAGE && (
        <Pagination
          align="end"
          size="small"
          current={page}
          pageSize={PAGE}
          total={total}
          showSizeChanger={false}
          showTotal={(n, [from, to]) => `第 ${from}—${to} 行，共 ${n} 行`}
          onChange={setPage}
        />
      )}
      {open && (
        <RowDialog
          table={table}
          row={open === 'new' ? null : open}
          companyId={companyId}
          own={own}
          onClose={() => setOpen(null)}
          onSaved={refresh}
        />
      )}
      <RemoveRow row={leaving} table={table} own={own} onClose={() => setLeaving(null)} onRemoved={refresh} />
    </section>
  )
}

const originText = (row: ExpansionRow, f: ExpansionField) => {
  const origin = row.origins[f.fieldKey]
  return origin ? `${origin.source} ${origin.asOf}` : ''
}

import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { expansion, type ExpansionDataRow, type ExpansionTable } from '../../../contract/company/expansion.ts'
import { fieldTitle } from '../../../contract/company/field-types.ts'
import { call, saveBlob, type BlobAnswer } from '../../api.ts'
import { ExportButton } from '../../kit/exchange/export-button.tsx'
import { exportSource } from '../../kit/exchange/export-source.ts'
import type { Field } from '../../kit/form/fields.ts'
import { ImportJobDialog } from '../../kit/exchange/import-job.tsx'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../../kit/table/search-bar.tsx'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { importSource } from '../../kit/exchange/import-source.ts'
import { useListAddress, useRefreshList } from '../../kit/table/use-list.ts'
import css from '../archive/enterprise-archive.module.css'
import { valueText } from '../archive/expansion-values.ts'
import { RemoveRow } from '../remove-row.tsx'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { noTable } from './no-table.tsx'
import { useImportRows } from '../../shell/root-data.ts'

const RowDialog = lazyPart(() => import('../archive/expansion-row.client.tsx').then((m) => m.RowDialog))

const LIST = 'expansionRows'
const search = [{ key: 'companyName', label: '企业名称', kind: 'text' as const, first: true }]
const shape = searchShape(search)

/** The rows that companies and the bureau entered into one table: find, import, export. */
export default function TableData({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery({
    queryKey: ['expansion', 'table', id],
    queryFn: () => call(expansion.findById, { query: { id } }, { silent: true }),
    retry: false,
  })
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} missing={noTable(onClose)} />
  if (!query.data) return <p role="status">正在加载…</p>
  return <Rows table={query.data} onClose={onClose} />
}

function Rows({ table, onClose }: { table: ExpansionTable; onClose: () => void }) {
  const limit = useImportRows('expansion')
  const [importing, setImporting] = useState(false)
  const [open, setOpen] = useState<ExpansionDataRow | null>(null)
  const [leaving, setLeaving] = useState<ExpansionDataRow | null>(null)
  const { state } = useListAddress(shape)
  const refresh = useRefreshList(LIST)
  const fields = useMemo(
    (): Field<ExpansionDataRow, never, never>[] => [
      {
        key: 'companyName',
        label: '企业名称',
        on: ['table'],
        width: 240,
        card: 'title',
        to: (r) => `/work/EnterprisesList/look?id=${r.companyId}`,
      },
      ...table.fields
        .filter((f) => f.enableFlag === 1)
        .map((f) => ({
          key: f.fieldKey,
          label: fieldTitle(f),
          on: ['table' as const],
          width: 150,
          show: (r: ExpansionDataRow) => valueText(f, r.values[f.fieldKey], r.files),
        })),
      { key: 'source', label: '数据来源', on: ['table'], width: 110 },
      { key: 'updatedAt', label: '更新时间', kind: 'dateTime', on: ['table'], width: 180 },
    ],
    [table],
  )
  return (
    <section>
      <SearchBar fields={search} shape={shape} />
      <PagedTable
        name={LIST}
        fields={fields}
        shape={shape}
        endpoint={expansion.data}
        asked={{ tableId: table.id }}
        first={<p>还没有数据。下载模板填写后导入，或请企业在“企业档案”中填写。</p>}
        actions={[
          { label: '修改', when: (r) => r.editable && table.enableFlag === 1, open: setOpen },
          { label: '删除', danger: true, when: (r) => r.editable && table.enableFlag === 1, open: setLeaving },
        ]}
        tools={
          <>
            <h1 className={css.inTools}>{table.tableName}</h1>
            <Button onClick={onClose}>返回列表</Button>
            <Button type="primary" disabled={table.enableFlag === 0} onClick={() => setImporting(true)}>
              导入
            </Button>
            <ExportButton
              title={`导出${table.tableName}`}
              source={exportSource('expansion', { ...state.filters, tableId: String(table.id) })}
            />
          </>
        }
      />
      <ImportJobDialog
        title={`导入${table.tableName}`}
        open={importing}
        onClose={() => setImporting(false)}
        source={importSource(expansion.importExcel)}
        params={{ id: String(table.id) }}
        limit={limit}
        onTemplate={() =>
          call(expansion.template, { query: { id: table.id } }).then(
            (file) => saveBlob(file as BlobAnswer),
            () => {},
          )
        }
        onDone={refresh}
      />
      {open && (
        <RowDialog table={table} row={open} companyId={open.companyId} own={false} onClose={() => setOpen(null)} onSaved={refresh} />
      )}
      <RemoveRow row={leaving} table={table} own={false} onClose={() => setLeaving(null)} onRemoved={refresh} />
    </section>
  )
}

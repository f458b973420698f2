import { Button, Select } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { lazy, Suspense, useState } from 'react'
import { companyRegister } from '../../../contract/company/register.ts'
import { DATE_FORMAT_1 } from '../../../contract/constants.ts'
import { company, departmentSources, type CompanyRow } from '../../../contract/company.ts'
import { call, saveBlob, type BlobAnswer } from '../../api.ts'
import { ExportButton } from '../../kit/exchange/export-button.tsx'
import { exportSource } from '../../kit/exchange/export-source.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import type { RowAction } from '../../kit/table/row-actions.tsx'
import { SearchBar } from '../../kit/table/search-bar.tsx'
import { importSource } from '../../kit/exchange/import-source.ts'
import { useListAddress, useRefreshList } from '../../kit/table/use-list.ts'
import { useCan } from '../../session.ts'
import { withChunkTimeout } from '../../shell/chunks.ts'
import { toast } from '../../toast.ts'
import { companyColumns, useCompanySearch, companyShape, lookAt } from '../list/company-fields.tsx'
import css from '../list/import-source.module.css'
import { useImportRows } from '../../shell/root-data.ts'

const DateInput = lazyPart(() => import('../../kit/date/date-input.tsx').then((m) => m.default))
const ImportJobDialog = lazyPart(() => import('../../kit/exchange/import-job.tsx').then((m) => m.ImportJobDialog))
const CompanyForm = lazy(withChunkTimeout(() => import('../list/company-form.client.tsx')))
const LIST = 'companyArchives'

/** 企业档案管理: add, import, export, and delete archives made by mistake. */
export default function EnterpriseArchives() {
  const can = useCan()
  const search = useCompanySearch()
  const manages = can('company:manage')
  const { state } = useListAddress(companyShape)
  const refresh = useRefreshList(LIST)
  const [form, setForm] = useState<CompanyRow | 'new' | null>(null)
  const limit = useImportRows('company')
  const [importing, setImporting] = useState(false)
  const [source, setSource] = useState<(typeof departmentSources)[number]>('市场监管')
  const [asOf, setAsOf] = useState<string>('')
  const remove = async (body: { ids: string }) => {
    await call(companyRegister.removeBatch, { body })
    toast.success('已删除')
    await refresh()
  }
  const actions: RowAction<CompanyRow>[] = [
    { label: '查看', to: (r) => lookAt(r.id) },
    { label: '修改', when: () => manages, open: (r) => setForm(r) },
    {
      label: '删除',
      when: () => manages,
      danger: true,
      ask: (r) => ({ title: `删除“${r.companyName}”的档案？`, effect: '只能删除误建的档案：没有账号、申报、授权记录和拓展表数据。' }),
      run: (r) => remove({ ids: String(r.id) }),
    },
  ]
  return (
    <>
      <SearchBar fields={search} shape={companyShape} />
      <PagedTable
        name={LIST}
        first="还没有企业档案。企业登录后自己建立，或由有权限的人员从表格导入。"
        fields={companyColumns}
        shape={companyShape}
        endpoint={company.list}
        actions={actions}
        tools={
          manages && (
            <>
              <Button type="primary" onClick={() => setForm('new')}>
                新建档案
              </Button>
              <Button onClick={() => setImporting(true)}>导入档案</Button>
              <ExportButton title="导出企业档案" source={exportSource('companyArchive', state.filters)}>
                导出档案
              </ExportButton>
            </>
          )
        }
      />
      {form && (
        <Suspense>
          <CompanyForm row={form === 'new' ? null : form} onClose={() => setForm(null)} onSaved={refresh} />
        </Suspense>
      )}
      <ImportJobDialog
        title="导入企业档案"
        open={importing}
        onClose={() => setImporting(false)}
        source={importSource(companyRegister.importExcel)}
        params={{ source, ...(asOf ? { asOf } : {}) }}
        limit={limit}
        onTemplate={() =>
          call(companyRegister.template, { query: { source } }).then(
            (file) => saveBlob(file as BlobAnswer),
            () => {},
          )
        }
        onDone={refresh}
      >
        <div className={css.row}>
          <label htmlFor="import-source">数据来源部门</label>
          <Select
            id="import-source"
            value={source}
            onChange={setSource}
            options={departmentSources.map((s) => ({ value: s, label: s }))}
            style={{ width: 140 }}
          />
          <label htmlFor="import-as-of">数据截至</label>
          <DateInput
            id="import-as-of"
            format={DATE_FORMAT_1}
            value={asOf}
            onChange={(day) => setAsOf(String(day ?? ''))}
            placeholder="默认今天"
            impossible={(day: Dayjs) => day.isAfter(dayjs())}
          />
        </div>
        <p className={css.note}>按统一社会信用代码更新已有企业、新建没有的企业；空单元格保持原值；可以只保留需要的列。</p>
      </ImportJobDialog>
    </>
  )
}

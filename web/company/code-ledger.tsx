import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { codeLevelNotes, codeLevels, companyCode, type CompanyCodeRow } from '../../contract/company-code.ts'
import { call } from '../api.ts'
import { BarChart } from '../kit/chart/bar-chart.tsx'
import { CompanySelect } from '../kit/choose/company-select.tsx'
import { fieldsOf, searchFields } from '../kit/form/fields.ts'
import { PagedTable } from '../kit/table/paged-table.tsx'
import type { RowAction } from '../kit/table/row-actions.tsx'
import { SearchBar, searchShape } from '../kit/table/search-bar.tsx'
import { useRefreshList } from '../kit/table/use-list.ts'
import { useCan } from '../session.ts'
import { toast } from '../toast.ts'
import { CodeImage, LevelMark } from './code-image.tsx'
import css from './archive/enterprise-archive.module.css'

const LIST = 'companyCode'
const fields = fieldsOf(
  companyCode.list,
  { key: 'keyword', label: '企业', kind: 'text', on: ['search'], placeholder: '企业名称或社会信用代码' },
  { key: 'companyName', label: '企业名称', on: ['table'], card: 'title', width: 280 },
  { key: 'code', label: '社会信用代码', on: ['table'], width: 190 },
  {
    key: 'level',
    label: '颜色',
    kind: 'select',
    options: Object.entries(codeLevels).map(([value, label]) => ({ value, label })),
    on: ['search', 'table'],
    width: 120,
    show: (row) => <LevelMark level={row.level} />,
  },
  { key: 'enabled', label: '状态', on: ['table'], width: 90, show: (row) => (row.enabled ? '有效' : '已停用') },
  { key: 'issueTime', label: '发放时间', kind: 'dateTime', on: ['table'], width: 160 },
  { key: 'updateTime', label: '更新时间', kind: 'dateTime', on: ['table'], width: 160 },
)
const shape = searchShape(searchFields(fields))

/** The issued codes with today's colours, and the statistics. */
export function CodeLedger() {
  const manages = useCan()('companyCode:manage')
  const refreshList = useRefreshList(LIST)
  const [issuing, setIssuing] = useState(false)
  const [companyId, setCompanyId] = useState<number | null>(null)
  const [looking, setLooking] = useState<CompanyCodeRow | null>(null)
  const figures = useQuery({
    queryKey: ['company-code', 'statistics'],
    queryFn: () => call(companyCode.statistics, { query: {} }, { silent: true }),
    retry: false,
  })
  const image = useQuery({
    queryKey: ['company-code', looking?.companyId, looking?.updateTime],
    queryFn: () => call(companyCode.findById, { query: { companyId: looking!.companyId } }, { silent: true }),
    enabled: looking !== null,
    retry: false,
  })
  const refresh = async () => {
    await refreshList()
    await figures.refetch()
  }
  const issue = async () => {
    if (!companyId) return toast.warning('请选择企业')
    const { issued } = await call(companyCode.saveOrUpdate, { body: { companyIds: [companyId] } })
    toast.success(issued > 0 ? '已发放' : '该企业已有企业码')
    setIssuing(false)
    setCompanyId(null)
    await refresh()
  }
  const actions: RowAction<CompanyCodeRow>[] = [
    { label: '查看', open: (row) => setLooking(row) },
    {
      label: '更新',
      when: (row) => manages && row.enabled,
      ask: (row) => ({ title: `更新“${row.companyName}”的企业码？`, effect: '旧的企业码立即失效。' }),
      run: async (row) => {
        await call(companyCode.refresh, { body: { companyId: row.companyId } })
        toast.success('已更新')
        await refresh()
      },
    },
    {
      label: (row) => (row.enabled ? '停用' : '恢复'),
      when: () => manages,
      ask: (row) => ({
        title: `${row.enabled ? '停用' : '恢复'}“${row.companyName}”的企业码？`,
        effect: row.enabled ? '停用后扫码显示无效。' : '恢复后扫码可以核验。',
      }),
      run: async (row) => {
        await call(companyCode.saveOrUpdate, { body: { companyIds: [row.companyId], enabled: !row.enabled } })
        await refresh()
      },
    },
  ]
  return (
    <div className={css.page}>
      {figures.data && (
        <section className={css.panel}>
          <BarChart
            title={`${figures.data.companies} 家企业中已发放 ${figures.data.issued} 个企业码`}
            unit="家"
            nameLabel="颜色"
            height={220}
            names={figures.data.names}
            series={figures.data.series}
            note={`绿：${codeLevelNotes.green}；黄：${codeLevelNotes.yellow}；红：${codeLevelNotes.red}。未授权的企业不评定。`}
          />
        </section>
      )}
      <div>
        <SearchBar fields={searchFields(fields)} shape={shape} />
        <PagedTable
          name={LIST}
          fields={fields}
          shape={shape}
          actions={actions}
          endpoint={companyCode.list}
          tools={
            manages && (
              <Button type="primary" onClick={() => setIssuing(true)}>
                发放企业码
              </Button>
            )
          }
          first="还没有发放企业码。"
        />
      </div>
      <Modal
        title="发放企业码"
        open={issuing}
        onCancel={() => setIssuing(false)}
        onOk={() => void issue().catch(() => {})}
        okText="发放"
        destroyOnHidden
      >
        <CompanySelect placeholder="选择企业" value={companyId} onChange={(v) => setCompanyId(v as number | null)} />
      </Modal>
      <Modal title="企业码" open={looking !== null} onCancel={() => setLooking(null)} footer={null} destroyOnHidden>
        {image.data && <CodeImage content={image.data.codeContent} name={image.data.companyName} />}
      </Modal>
    </div>
  )
}

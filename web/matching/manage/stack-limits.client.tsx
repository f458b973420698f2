import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { ScrollingTable } from '../../kit/table/scrolling-table.tsx'
import { useState } from 'react'
import type { Data } from '../../../contract/endpoint.ts'
import { limitKinds, StackLimitBody, stackLimits } from '../../../contract/matching/limits.ts'
import { managed } from '../../../contract/policy/managed-policies.ts'
import { call } from '../../api.ts'
import { readFailure } from '../../kit/failure.ts'
import { FormModal } from '../../kit/dialog/form-modal.tsx'
import { formFields, RecordForm } from '../../kit/form/record-form.tsx'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { useCan } from '../../session.ts'
import { ask } from '../../shell/confirm.tsx'
import { toast } from '../../toast.ts'
import css from './manage.module.css'

type Limit = Data<typeof stackLimits.list>['list'][number]
const PAGE = 100
const ROWS = 20
/** Titles are loaded once, because a county has only a few hundred policies. */
const MOST_PAGES = 20

async function policyOptions() {
  const options: { label: string; value: string }[] = []
  for (let page = 1; page <= MOST_PAGES; page++) {
    const { list, total } = await call(managed.titles, { query: { page, pageSize: PAGE } }, { silent: true })
    options.push(...list.map((p) => ({ label: p.policyTitle, value: p.code })))
    if (page * PAGE >= total) break
  }
  return options
}

const fields = formFields(
  StackLimitBody,
  { key: 'name', label: '名称', kind: 'text', maxLength: 60, hint: '企业在结果里会读到，如“同一展会展位费补助就高”' },
  { key: 'kind', label: '类型', kind: 'select', options: Object.entries(limitKinds).map(([value, label]) => ({ value, label })) },
  { key: 'codes', label: '涉及政策', kind: 'multiSelect', options: { key: 'stack-limit-policies', load: policyOptions } },
  { key: 'most', label: '最多可同时享受几项', kind: 'number', hint: '只用于就高不重复，一般为 1' },
  { key: 'amount', label: '金额', kind: 'number', unit: '万元', hint: '合计封顶的上限，或资金池现在的余额；就高不重复不填' },
  { key: 'perYear', label: '按年度计算', kind: 'switch' },
  { key: 'basis', label: '依据', kind: 'longText', maxLength: 500, hint: '文件与条款' },
  { key: 'enabled', label: '启用', kind: 'switch' },
)

const limitText = (row: Limit): string =>
  row.kind === 'exclude' ? `最多享受 ${row.most} 项` : `${row.perYear ? '每年' : '合计'}不超过 ${row.amount} 万元`

const formOf = ({ name, kind, codes, most, amount, perYear, basis, enabled }: Limit) => ({
  name,
  kind,
  codes,
  most,
  amount,
  perYear,
  basis,
  enabled,
})

/** 叠加规则: policies that exclude each other, caps, and budget pools across policies. The totals of all results follow them. */
export default function StackLimits() {
  const edits = useCan()('policy:edit')
  const client = useQueryClient()
  const [open, setOpen] = useState<Limit | 'new' | null>(null)
  const [page, setPage] = useState(1)
  const key = ['stackLimits']
  const found = useQuery({
    queryKey: [...key, page],
    queryFn: () => call(stackLimits.list, { query: { page, pageSize: ROWS } }, { silent: true }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const refresh = () => client.invalidateQueries({ queryKey: key })
  const remove = async (row: Limit) => {
    if ((await ask({ text: `确定删除叠加规则“${row.name}”吗？测算合计会立即改变。`, confirm: '删除' })) !== 'confirm') return
    try {
      await call(stackLimits.remove, { body: { id: row.id } }, { silent: true })
      toast.success('删除成功')
      if (found.data?.list.length === 1 && page > 1) setPage(page - 1)
      await refresh()
    } catch (error) {
      toast.error(readFailure(error).message)
    }
  }
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  const row = open === 'new' || open === null ? null : open
  return (
    <>
      <div className={css.line} style={{ marginBottom: 16 }}>
        {edits && (
          <Button type="primary" onClick={() => setOpen('new')}>
            新增规则
          </Button>
        )}
      </div>
      <ScrollingTable<Limit>
        rowKey="id"
        loading={found.isPending}
        dataSource={found.data?.list ?? []}
        pagination={{
          current: page,
          pageSize: ROWS,
          total: found.data?.total ?? 0,
          showSizeChanger: false,
          hideOnSinglePage: true,
          showTotal: (total) => `共 ${total} 条`,
          onChange: setPage,
        }}
        scroll={{ x: 900 }}
        locale={{ emptyText: '还没有叠加规则：测算合计只按各政策自己的互斥组取高' }}
        columns={[
          { title: '名称', dataIndex: 'name', width: 240 },
          { title: '类型', width: 120, render: (_, each) => limitKinds[each.kind] },
          { title: '限制', width: 180, render: (_, each) => limitText(each) },
          { title: '涉及政策', render: (_, each) => each.policyTitles.join('、') },
          { title: '依据', dataIndex: 'basis', width: 220 },
          { title: '状态', width: 90, render: (_, each) => (each.enabled ? '启用' : '停用') },
          ...(edits
            ? [
                {
                  title: '操作',
                  width: 130,
                  render: (_: unknown, each: Limit) => (
                    <>
                      <Button type="link" size="small" onClick={() => setOpen(each)}>
                        修改
                      </Button>
                      <Button type="link" size="small" danger onClick={() => void remove(each)}>
                        删除
                      </Button>
                    </>
                  ),
                },
              ]
            : []),
        ]}
      />
      {open && (
        <FormModal open title={row ? '修改叠加规则' : '新增叠加规则'} width={640} onClose={() => setOpen(null)}>
          <RecordForm
            schema={StackLimitBody}
            draft={{ key: `stackLimit:${row?.id ?? 'new'}` }}
            fields={fields}
            initial={row ? formOf(row) : { kind: 'exclude', most: 1, perYear: false, enabled: true }}
            onCancel={() => setOpen(null)}
            onSubmit={async (values) => {
              await call(stackLimits.save, { body: { ...values, ...(row ? { id: row.id, version: row.version } : {}) } }, { silent: true })
              toast.success('保存成功')
              setOpen(null)
              await refresh()
            }}
          />
        </FormModal>
      )}
    </>
  )
}

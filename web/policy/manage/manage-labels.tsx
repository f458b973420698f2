import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Switch } from 'antd'
import { useState } from 'react'
import { labels, type PolicyLabel } from '../../../contract/policy.ts'
import { call } from '../../api.ts'
import { RowActions } from '../../kit/table/row-actions.tsx'
import { TreeTable, type Branch } from '../../kit/table/tree-table.tsx'
import { useNarrow } from '../../kit/use-media.ts'
import { useOffered } from '../../kit/view-only.tsx'
import { toast } from '../../toast.ts'
import { LabelCompanies } from './label-companies.tsx'
import { lazyPart } from '../../shell/lazy-part.tsx'

const LabelDialog = lazyPart(() => import('./label-dialog.client.tsx').then((m) => m.LabelDialog))

const KEY = ['policy-labels']
const readLabels = () => call(labels.list, { query: { pageSize: 9000 } }, { silent: true })

/** 政策标签: the tree of labels; add, change, enable or disable, delete, and the companies behind a label. */
export default function ManageLabels() {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: KEY })
  const narrow = useNarrow()
  const [open, setOpen] = useState<Partial<PolicyLabel> | null>(null)
  const [companies, setCompanies] = useState<PolicyLabel | null>(null)
  const list = useQuery({ queryKey: KEY, queryFn: readLabels, retry: false }).data?.list

  const toggle = async (label: PolicyLabel) => {
    await call(labels.toggle, { body: { id: label.id, enableFlag: label.enableFlag ? 0 : 1 } }).catch(() => {})
    await refresh()
  }
  const offered = useOffered()
  const toggleOf = (row: PolicyLabel) => (
    <Switch
      size="small"
      checked={row.enableFlag === 1}
      onChange={() => void toggle(row)}
      aria-label={`启用：${row.labelName}`}
      {...offered}
    />
  )
  return (
    <>
      <p style={{ marginBottom: 12 }}>
        <Button type="primary" onClick={() => setOpen({})}>
          新增标签
        </Button>
      </p>
      <TreeTable<PolicyLabel>
        queryKey={KEY}
        load={readLabels}
        first="还没有标签，先新增一组"
        width={720}
        nameOf={(row) => row.labelName}
        columns={[
          {
            title: '标签',
            dataIndex: 'labelName',
            render: (name: string, row) =>
              narrow ? (
                <>
                  {name}
                  <div className="meta">
                    {row.policyNum} 项政策 {toggleOf(row)}
                  </div>
                </>
              ) : (
                name
              ),
          },
          { title: '说明', responsive: ['md'], dataIndex: 'description', render: (text: string | null) => text || '无' },
          {
            title: '政策',
            responsive: ['md'],
            dataIndex: 'policyNum',
            width: 80,
            align: 'right',
            render: (n: number) => <span className="num">{n}</span>,
          },
          {
            title: '启用',
            responsive: ['md'],
            dataIndex: 'enableFlag',
            width: 90,
            render: (_, row) => toggleOf(row),
          },
          {
            title: '操作',
            key: 'actions',
            width: narrow ? 150 : 260,
            render: (_, row) => (
              <RowActions<Branch<PolicyLabel>>
                row={row}
                name={row.labelName}
                actions={[
                  { label: '编辑', open: () => setOpen(row) },
                  { label: '新增下级', open: () => setOpen({ parentId: row.id }) },
                  { label: '对应企业', when: () => row.tagIds.length > 0, open: () => setCompanies(row) },
                  {
                    label: '删除',
                    danger: true,
                    ask: () => ({
                      title: `删除标签“${row.labelName}”？`,
                      effect: '订阅了它的人不再收到这一标签的政策。被政策使用或还有下级的标签不能删除，可以停用。',
                    }),
                    run: async () => {
                      await call(labels.remove, { body: { id: row.id } })
                      toast.success('已删除')
                      await refresh()
                    },
                  },
                ]}
              />
            ),
          },
        ]}
      />
      {open && (
        <LabelDialog
          label={open}
          all={list ?? []}
          latest={() => readLabels().then((now) => now.list)}
          onClose={() => setOpen(null)}
          onDone={refresh}
        />
      )}
      {companies && <LabelCompanies label={companies} onClose={() => setCompanies(null)} />}
    </>
  )
}

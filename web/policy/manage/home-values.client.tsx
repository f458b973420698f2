import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Switch, Table } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import { EditHomeValue, homeData, type HomeType, type HomeValue } from '../../../contract/policy.ts'
import { call } from '../../api.ts'
import { FormModal } from '../../kit/dialog/form-modal.tsx'
import type { FormField } from '../../kit/form/fields.ts'
import { formFields, RecordForm } from '../../kit/form/record-form.tsx'
import { placeActions } from '../../kit/table/place-actions.ts'
import { RowActions } from '../../kit/table/row-actions.tsx'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { useNarrow } from '../../kit/use-media.ts'
import { useOffered } from '../../kit/view-only.tsx'
import { toast } from '../../toast.ts'
import { PolicyChoice } from './policy-choice.tsx'

/** Label and input of the value of each kind. */
const values: Record<HomeType, { label: string; field?: { as: NonNullable<FormField['as']> }; hint?: string; adds?: string }> = {
  section: { label: '', hint: '停用的栏目不展示；按顺序从上到下' },
  figure: { label: '单位', hint: '数字由系统从政策中算出，这里决定显示哪些、叫什么' },
  entry: { label: '打开地址', hint: '名称可写成“名称｜一句话说明”', adds: '新增入口' },
  hotWord: { label: '', hint: '显示在首页搜索框下面', adds: '新增关键词' },
  hotPolicy: { label: '政策', field: { as: PolicyChoice }, hint: '下架的政策自动不展示', adds: '新增推荐政策' },
}
const schema = EditHomeValue.omit({ id: true }).extend({ value: z.union([z.string(), z.number()]).optional() })

/** Home values of one kind: order, enabled state, text; for some kinds values can be added. */
export function HomeValues({ type }: { type: HomeType }) {
  const client = useQueryClient()
  const key = ['home-values', type]
  const refresh = () => client.invalidateQueries({ queryKey: key })
  const narrow = useNarrow()
  const offered = useOffered()
  const [open, setOpen] = useState<HomeValue | 'new' | null>(null)
  const read = useQuery({
    queryKey: key,
    queryFn: () => call(homeData.queryByPage, { query: { dictType: type, pageSize: 100 } }, { silent: true }),
    retry: false,
  })
  if (read.isError) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  const rows = read.data?.list ?? []
  const { label, hint, adds } = values[type]
  const change = async (row: HomeValue, over: Partial<Pick<HomeValue, 'order' | 'enableFlag'>>) => {
    await call(homeData.edit, { body: { id: row.id, label: row.label, value: row.value, ...over } }).catch(() => {})
  }
  const shift = async (at: number, by: -1 | 1) => {
    const next = rows.toSpliced(at, 1).toSpliced(at + by, 0, rows[at]!)
    for (const [order, row] of next.entries()) if (row.order !== order + 1) await change(row, { order: order + 1 })
    await refresh()
  }
  return (
    <>
      <p className="meta" style={{ marginBottom: 12 }}>
        {hint}
      </p>
      {adds && (
        <p style={{ marginBottom: 12 }}>
          <Button type="primary" onClick={() => setOpen('new')}>
            {adds}
          </Button>
        </p>
      )}
      <Table<HomeValue>
        rowKey="id"
        size="middle"
        loading={read.isPending}
        pagination={false}
        dataSource={rows}
        {...(narrow ? {} : { scroll: { x: 640 } })}
        locale={{ emptyText: read.isPending ? ' ' : '还没有内容' }}
        columns={[
          { title: '名称', dataIndex: 'label' },
          ...(label && type !== 'hotPolicy'
            ? [{ title: label, responsive: ['md' as const], dataIndex: 'value', render: (v: string) => v || '无' }]
            : []),
          ...(type === 'hotWord'
            ? [
                {
                  title: '能查到的政策',
                  dataIndex: 'hits',
                  width: 120,
                  render: (n: number | null) => (n === 0 ? '0，首页不展示' : (n ?? '今晚检查')),
                },
              ]
            : []),
          {
            title: '展示',
            dataIndex: 'enableFlag',
            width: narrow ? 60 : 90,
            render: (_: unknown, row: HomeValue) => (
              <Switch
                size="small"
                checked={row.enableFlag === 1}
                aria-label={`展示：${row.label}`}
                {...offered}
                onChange={(on) => void change(row, { enableFlag: on ? 1 : 0 }).then(refresh)}
              />
            ),
          },
          {
            title: '操作',
            key: 'actions',
            width: narrow ? 150 : 240,
            render: (_: unknown, row: HomeValue, at: number) => (
              <RowActions<HomeValue>
                row={row}
                name={row.label}
                actions={[
                  { label: '编辑', open: () => setOpen(row) },
                  ...placeActions<HomeValue>({
                    ends: () => ({ first: at === 0, last: at === rows.length - 1 }),
                    move: (_, direction) => shift(at, direction === 'up' ? -1 : 1),
                  }),
                  {
                    label: '删除',
                    danger: true,
                    when: () => adds !== undefined,
                    ask: () => ({ title: `删除“${row.label}”？`, effect: '首页不再展示。' }),
                    run: async () => {
                      await call(homeData.remove, { body: { id: row.id } })
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
        <HomeValueForm
          type={type}
          open={open}
          onClose={() => setOpen(null)}
          onSaved={async () => {
            setOpen(null)
            await refresh()
          }}
        />
      )}
    </>
  )
}

interface HomeValueFormProps {
  type: HomeType
  open: HomeValue | 'new'
  onClose(): void
  onSaved(): Promise<unknown>
}
/** The form of one home value, new or changed. */
function HomeValueForm({ type, open, onClose, onSaved }: HomeValueFormProps) {
  const { label, field, adds } = values[type]
  const fields = formFields(
    schema,
    { key: 'label', label: '名称', maxLength: 30 },
    ...(label ? [{ ...field, key: 'value' as const, label, maxLength: 200 }] : []),
  )
  return (
    <FormModal open title={open === 'new' ? adds : '编辑'} onClose={onClose}>
      <RecordForm
        schema={schema}
        draft={{ key: `homeValue:${type}:${open === 'new' ? 'new' : open.id}` }}
        fields={fields}
        initial={open === 'new' ? { label: '', value: '' } : { label: open.label, value: open.value }}
        onCancel={onClose}
        onSubmit={async (typed) => {
          const { label: name, value = '' } = typed as { label: string; value?: string | number }
          const body = { label: name, value: String(value) }
          if (open === 'new') await call(homeData.add, { body: { dictType: type as 'entry', ...body } }, { silent: true })
          else await call(homeData.edit, { body: { id: open.id, ...body } }, { silent: true })
          toast.success('已保存，首页已更新')
          await onSaved()
        }}
      />
    </FormModal>
  )
}

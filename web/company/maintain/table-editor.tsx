import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { ScrollingTable } from '../../kit/table/scrolling-table.tsx'
import { useState } from 'react'
import { expansion, type ExpansionField, type ExpansionTable } from '../../../contract/company/expansion.ts'
import { fieldTypes } from '../../../contract/company/field-types.ts'
import { call } from '../../api.ts'
import { StatusTag } from '../../kit/status-tag.tsx'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { toast } from '../../toast.ts'
import css from '../archive/enterprise-archive.module.css'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { noTable } from './no-table.tsx'

const FieldDialog = lazyPart(() => import('./expansion-forms.client.tsx').then((m) => m.FieldDialog))
const TableHeadForm = lazyPart(() => import('./expansion-forms.client.tsx').then((m) => m.TableHeadForm))

/** One expansion table: its head, and its ordered fields. A new table gets its fields after its head is saved. */
export default function TableEditor({ id, onOpen, onClose }: { id: number | null; onOpen: (id: number) => void; onClose: () => void }) {
  const client = useQueryClient()
  const key = ['expansion', 'table', id]
  const query = useQuery({
    queryKey: key,
    queryFn: () => call(expansion.findById, { query: { id: id! } }, { silent: true }),
    enabled: id !== null,
    retry: false,
  })
  const refresh = () =>
    Promise.all([client.invalidateQueries({ queryKey: key }), client.invalidateQueries({ queryKey: ['list', 'expansionTables'] })])
  const saved = async (now: number) => {
    await refresh()
    if (id === null) onOpen(now)
  }
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} missing={noTable(onClose)} />
  if (id !== null && !query.data) return <p role="status">正在加载…</p>
  const table = query.data ?? null
  return (
    <div className={css.page}>
      <section className={css.panel} aria-labelledby="table-head">
        <header className={css.head}>
          <h1 id="table-head">{table ? table.tableName : '新增拓展表'}</h1>
          <Button onClick={onClose}>返回列表</Button>
        </header>
        <TableHeadForm table={table} onSaved={saved} />
      </section>
      {table && <Fields table={table} refresh={refresh} />}
    </div>
  )
}

function Fields({ table, refresh }: { table: ExpansionTable; refresh: () => Promise<unknown> }) {
  const [open, setOpen] = useState<ExpansionField | 'new' | null>(null)
  const { fields } = table
  const move = async (at: number, by: -1 | 1) => {
    const next = [...fields]
    const [one] = next.splice(at, 1)
    next.splice(at + by, 0, one!)
    await call(expansion.order, { body: { fields: next.map((f, order) => ({ id: f.id, order })) } }).then(refresh, () => {})
  }
  const enable = async (f: ExpansionField) => {
    await call(expansion.enableField, { body: { id: f.id, enableFlag: f.enableFlag === 1 ? 0 : 1 } }).then(
      () => {
        toast.success(f.enableFlag === 1 ? '已停用，已填的数据保留' : '已启用')
        return refresh()
      },
      () => {},
    )
  }
  const marks = (f: ExpansionField) =>
    [f.required && '必填', f.keyFlag && '唯一标识', f.personalFlag && '个人信息', f.unit && `单位 ${f.unit}`].filter(Boolean).join('、')
  return (
    <section className={css.panel} aria-labelledby="table-fields">
      <header className={css.head}>
        <h2 id="table-fields">字段（{fields.length}）</h2>
        <Button type="primary" onClick={() => setOpen('new')}>
          新增字段
        </Button>
      </header>
      <ScrollingTable<ExpansionField>
        size="middle"
        rowKey="id"
        pagination={false}
        scroll={{ x: 860 }}
        dataSource={fields}
        locale={{ emptyText: '还没有字段，先新增一个' }}
        columns={[
          { title: '字段名称', dataIndex: 'fieldName', width: 180 },
          { title: '类型', dataIndex: 'fieldType', width: 120, render: (type: ExpansionField['fieldType']) => fieldTypes[type] },
          { title: '要求', key: 'marks', render: (_, f) => marks(f) || '无' },
          {
            title: '状态',
            dataIndex: 'enableFlag',
            width: 90,
            render: (on: number) => <StatusTag tone={on ? 'done' : 'off'}>{on ? '启用' : '停用'}</StatusTag>,
          },
          {
            title: '操作',
            key: 'do',
            width: 260,
            render: (_, f, at) => (
              <>
                <Button type="link" size="small" onClick={() => setOpen(f)} aria-label={`修改${f.fieldName}`}>
                  修改
                </Button>
                <Button type="link" size="small" disabled={at === 0} onClick={() => void move(at, -1)} aria-label={`上移${f.fieldName}`}>
                  上移
                </Button>
                <Button
                  type="link"
                  size="small"
                  disabled={at === fields.length - 1}
                  onClick={() => void move(at, 1)}
                  aria-label={`下移${f.fieldName}`}
                >
                  下移
                </Button>
                <Button
                  type="link"
                  size="small"
                  danger={f.enableFlag === 1}
                  onClick={() => void enable(f)}
                  aria-label={`${f.enableFlag === 1 ? '停用' : '启用'}${f.fieldName}`}
                >
                  {f.enableFlag === 1 ? '停用' : '启用'}
                </Button>
              </>
            ),
          },
        ]}
      />
      {open && <FieldDialog table={table} field={open === 'new' ? null : open} onClose={() => setOpen(null)} onSaved={refresh} />}
    </section>
  )
}

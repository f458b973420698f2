import { Button } from 'antd'
import { useState } from 'react'
import { optionalColumn, rowFields, searchFields } from '../../kit/form/fields.ts'
import { RowsTable } from '../../kit/table/rows-table.tsx'
import { ReviewDialog, type Move } from '../../kit/dialog/review-dialog.tsx'
import type { RowAction } from '../../kit/table/row-actions.tsx'
import { SearchBar, searchShape } from '../../kit/table/search-bar.tsx'
import { useRefreshList } from '../../kit/table/use-list.ts'
import { toast } from '../../toast.ts'
import { labels, listRows, offices, removeRow, setState, type DemoRow } from './rows.client.ts'

const statuses = {
  draft: { label: '待发布', tone: 'waiting' },
  reviewing: { label: '审核中', tone: 'running' },
  on: { label: '已上架', tone: 'done' },
  back: { label: '退回补正', tone: 'back' },
  off: { label: '已下架', tone: 'off' },
  closing: { label: '剩3天', tone: 'urgent' },
} as const

const fields = rowFields<DemoRow>(
  {
    key: 'title',
    label: '标题',
    on: ['search', 'table'],
    searchKey: 'keyword',
    searchLabel: '标题或文号',
    card: 'title',
    to: () => '/demo#form',
  },
  { key: 'office', label: '部门', on: ['search', 'table'], kind: 'select', options: offices, width: 110 },
  { key: 'applications', label: '申报数', on: ['table'], kind: 'number', sortable: 'applications' },
  { key: 'amount', label: '金额（万元）', on: ['table'], kind: 'money', sortable: 'amount' },
  { key: 'state', label: '状态', on: ['search', 'table'], kind: 'status', statuses },
  { key: 'updatedAt', label: '更新时间', on: ['search', 'table'], kind: 'dateTime', sortable: 'updatedAt' },
  { ...optionalColumn.enterpriseName<DemoRow>('enterprise'), on: ['search', 'table'], hidden: true },
  { ...optionalColumn.planNumber<DemoRow>('planNo'), hidden: true },
  {
    key: 'labels',
    label: '标签',
    on: ['table'],
    kind: 'tags',
    options: labels.map((l) => ({ label: l.tagName, value: l.id })),
    hidden: true,
    width: 150,
  },
  { key: 'enabled', label: '启用', on: ['table'], kind: 'switch', hidden: true },
  { key: 'note', label: '备注', on: ['table'], hidden: true },
)
const search = searchFields(fields)
const shape = searchShape(search)
const moves: Record<string, Move> = {
  approve: { label: '通过', effect: '通过后进入公示' },
  sendBack: {
    label: '退回补正',
    reason: true,
    phrases: ['材料不清晰', '缺少完税证明', '金额与附件不一致'],
    effect: '企业只能修改退回的内容',
  },
  refuse: { label: '不予支持', reason: true, danger: true, effect: '本次申报到此结束' },
}

/** The generic list with all its features. */
export function DemoList() {
  const refresh = useRefreshList('demo')
  const [review, setReview] = useState<DemoRow | null>(null)
  const actions: RowAction<DemoRow>[] = [
    { label: '审核', when: (r) => r.allowed.length > 0, open: setReview },
    {
      label: '上架',
      when: (r) => r.state === 'off' || r.state === 'draft',
      run: async (r) => {
        setState(r.id, 'on')
        await refresh()
      },
    },
    {
      label: '下架',
      when: (r) => r.state === 'on',
      ask: (r) => ({ title: `下架“${r.title}”？`, effect: '企业将看不到此政策，已提交的申报不受影响' }),
      run: async (r) => {
        setState(r.id, 'off')
        await refresh()
      },
    },
    { label: '编辑', to: () => '/demo#form' },
    { label: '复制', open: (r) => toast.info(`已复制“${r.title}”为草稿`) },
    {
      label: '删除',
      danger: true,
      ask: (r) => ({ title: `删除“${r.title}”？`, effect: '删除后不能恢复' }),
      run: async (r) => {
        removeRow(r.id)
        await refresh()
      },
    },
  ]
  return (
    <>
      <SearchBar fields={search} shape={shape} />
      <RowsTable
        name="demo"
        fields={fields}
        shape={shape}
        load={listRows}
        actions={actions}
        showAll
        choosing={{
          can: (r) => r.state !== 'closing',
          batch: [
            { label: '批量上架', run: (s, n) => toast.success(s.all ? `按条件上架 ${n} 条，除外 ${s.except.length} 条` : `上架 ${n} 条`) },
            { label: '批量删除', danger: true, effect: '删除后不能恢复', run: (_s, n) => toast.info(`将删除 ${n} 条`) },
          ],
        }}
        tools={
          <Button type="primary" onClick={() => document.getElementById('form')?.scrollIntoView()}>
            新增政策
          </Button>
        }
      />
      <ReviewDialog
        title="审核"
        open={review !== null}
        allowed={review?.allowed ?? []}
        moves={moves}
        subject={review?.title}
        onClose={() => setReview(null)}
        onDecide={async (move, reason) => {
          if (review) setState(review.id, { approve: 'on', sendBack: 'back', refuse: 'off' }[move] ?? 'off')
          toast.success(reason ? `${moves[move]?.label}：${reason}` : `${moves[move]?.label}`)
          await refresh()
        }}
      />
    </>
  )
}

const small = rowFields<DemoRow>(
  { key: 'enterprise', label: '企业名称', on: ['table'], card: 'title' },
  { key: 'planNo', label: '计划编号', on: ['table'], width: 140 },
  { key: 'applications', label: '政策数量', on: ['table'], kind: 'number', sortable: 'applications' },
)
const panelShape = { filters: [], prefix: 'panel', defaults: { pageSize: 5 } }

/** The second variant of spec §9; it keeps its own state in the address of the same screen. */
export const DemoPanel = () => (
  <RowsTable
    name="demo-panel"
    variant="panel"
    fields={small}
    shape={panelShape}
    load={listRows}
    actions={[{ label: '详情', to: () => '/demo#list' }]}
  />
)

/** The messages of a list that cannot be shown. */
export function DemoStates() {
  const shape2 = { filters: [], prefix: 'x' }
  return (
    <div style={{ display: 'grid', gap: 16, gridTemplateColumns: 'repeat(auto-fit, minmax(min(340px, 100%), 1fr))' }}>
      <RowsTable
        name="demo-error"
        fields={small}
        shape={shape2}
        load={async () => {
          throw { code: 'INTERNAL', message: '系统出现异常，请稍后重试', traceId: '8f14e45fceea167a' }
        }}
      />
      <RowsTable
        name="demo-forbidden"
        fields={small}
        shape={shape2}
        load={async () => {
          throw { code: 'FORBIDDEN', message: '您没有执行此操作的权限，请联系安全管理员' }
        }}
      />
      <RowsTable
        name="demo-empty"
        fields={small}
        shape={shape2}
        load={async () => ({ list: [], count: 0 })}
        first={<Button type="primary">新增第一条</Button>}
      />
    </div>
  )
}

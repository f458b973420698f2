import { Button } from 'antd'
import { useState } from 'react'
import { ownFieldTypes, unitLabel } from '../../../contract/matching/own-field-codes.ts'
import { ownFields, type OwnField } from '../../../contract/matching/own-fields.ts'
import { call } from '../../api.ts'
import { localMinute } from '../../kit/date/local-time.ts'
import { fieldsOf, searchFields } from '../../kit/form/fields.ts'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import { SearchBar, searchShape } from '../../kit/table/search-bar.tsx'
import { useRefreshList } from '../../kit/table/use-list.ts'
import { useCan } from '../../session.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { toast } from '../../toast.ts'

const OwnFieldDialog = lazyPart(() => import('./own-field-dialog.client.tsx').then((m) => m.OwnFieldDialog))
const OwnFieldReview = lazyPart(() => import('./own-field-review.client.tsx').then((m) => m.OwnFieldReview))
const OwnFieldUsesDialog = lazyPart(() => import('./own-field-uses.client.tsx').then((m) => m.OwnFieldUsesDialog))

const LIST = 'ownFields'
const shown = (row: OwnField) => (row.current ?? row.waiting)!
const stateOf = (row: OwnField) =>
  row.waiting ? (row.opinion ? '已退回' : '待审核') : row.opinion ? '已退回' : row.inUse ? '使用中' : '已停用'

const fields = fieldsOf(
  ownFields.list,
  { key: 'label', label: '名称', on: ['search', 'table'], width: 220, card: 'title' },
  {
    key: 'current',
    label: '类型',
    on: ['table'],
    width: 160,
    show: (row) => {
      const { type, unit, formula, dated, score } = shown(row)
      return `${ownFieldTypes[type]}${unit ? `，${unitLabel(unit)}` : ''}${dated ? '，由编辑维护' : score ? '，评分表' : formula ? '，计算得出' : ''}`
    },
  },
  {
    key: 'inUse',
    label: '状态',
    on: ['table'],
    width: 110,
    show: (row) => (row.inUse && row.waiting ? `使用中，修改${stateOf(row)}` : stateOf(row)),
  },
  { key: 'waitingByName', label: '提交人', on: ['table'], width: 110 },
  { key: 'opinion', label: '退回原因', on: ['table'], width: 180 },
  { key: 'key', label: '算式中的写法', on: ['table'], width: 120 },
  {
    key: 'updatedAt',
    label: '修改时间',
    on: ['table'],
    width: 150,
    show: (row) => <span className="num">{localMinute(row.updatedAt)}</span>,
  },
)
const criteria = searchFields(fields)
const shape = searchShape(criteria)

/** 自定义企业信息: fields that editors add to the shipped ones, asked of companies or calculated. */
export default function ManageOwnFields() {
  const refresh = useRefreshList(LIST)
  const can = useCan()
  const edits = can('policy:edit')
  const [open, setOpen] = useState<OwnField | 'new' | null>(null)
  const [reviewing, setReviewing] = useState<OwnField | null>(null)
  const [uses, setUses] = useState<OwnField | null>(null)
  const use = async (row: OwnField, inUse: boolean) => {
    await call(ownFields.use, { body: { id: row.id, version: row.version, inUse } })
    toast.success(inUse ? '已恢复使用' : '已停用')
    await refresh()
  }
  return (
    <>
      <p className="meta" style={{ marginBottom: 12 }}>
        条款要看、而平台没有的企业信息，以及 LPR
        一类随时间变化的数和评分表，在这里新增。审核通过后出现在企业档案、部门导入、测算问卷、申报表单和条件编辑中。
      </p>
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={LIST}
        first="还没有自定义的企业信息"
        fields={fields}
        shape={shape}
        endpoint={ownFields.list}
        tools={
          edits && (
            <Button type="primary" onClick={() => setOpen('new')}>
              新增企业信息
            </Button>
          )
        }
        actions={[
          { label: '编辑', when: () => edits, open: (row) => setOpen(row) },
          { label: '审核', when: (row) => row.allowed.includes('review'), open: (row) => setReviewing(row) },
          { label: '用在哪里', open: (row) => setUses(row) },
          {
            label: '停用',
            danger: true,
            when: (row) => edits && row.inUse,
            ask: (row) => ({ title: `停用“${row.label}”？`, effect: '不再询问企业，也不能用在新的规则里；已填的内容保留。' }),
            run: (row) => use(row, false),
          },
          { label: '恢复', when: (row) => edits && !row.inUse && row.current !== null, run: (row) => use(row, true) },
        ]}
      />
      {open && <OwnFieldDialog field={open === 'new' ? null : open} onClose={() => setOpen(null)} onDone={refresh} />}
      {reviewing && <OwnFieldReview field={reviewing} onClose={() => setReviewing(null)} onDone={refresh} />}
      {uses && <OwnFieldUsesDialog field={uses} onClose={() => setUses(null)} />}
    </>
  )
}

import { useState } from 'react'
import { directListForm, directStaff, type DirectListDetail } from '../../contract/direct.ts'
import { call } from '../api.ts'
import { payingOffices } from '../declaration/index.ts'
import { PolicySelect } from '../kit/choose/policy-select.tsx'
import type { ControlProps } from '../kit/form/fields.ts'
import { formFields, RecordForm } from '../kit/form/record-form.tsx'
import { toast } from '../toast.ts'
import { shanghaiToday } from './words.ts'

/** The settings of a list: policy, reference date, days of publicity. */
export function DirectListForm({
  start,
  onSaved,
  onCancel,
}: {
  start: DirectListDetail | null
  onSaved(id: number): unknown
  onCancel(): void
}) {
  const [Policy] = useState(
    () =>
      function Policy(props: ControlProps) {
        return <PolicySelect {...props} among="published" title={start?.policyTitle} />
      },
  )
  const fields = formFields(
    directListForm,
    {
      key: 'policyId',
      label: '政策',
      hint: '须是已发布、条件和金额都完整的本县政策；择优支持和只有上限的政策不能免申即享',
      as: Policy,
    },
    { key: 'title', label: '名单名称', maxLength: 100, hint: '企业和公示都会看到，移交后作为补贴的项目名称' },
    { key: 'year', label: '年度', kind: 'number', half: true },
    { key: 'asOf', label: '基准日', kind: 'date', half: true, hint: '按这一天生效的规则判定，不晚于今天' },
    { key: 'days', label: '公示工作日数', kind: 'number', half: true, hint: '1 至 30 个工作日，期间确认意愿、提出异议' },
    { key: 'budget', label: '预算上限（可空）', kind: 'number', unit: '万元', half: true },
    {
      key: 'officeId',
      label: '拨付部门（可空）',
      kind: 'select',
      options: payingOffices,
    },
    { key: 'note', label: '说明', kind: 'longText', maxLength: 500 },
  )
  const initial = start ? formOf(start) : { year: Number(shanghaiToday().slice(0, 4)), asOf: shanghaiToday(), days: 5 }
  return (
    <RecordForm
      schema={directListForm}
      fields={fields}
      initial={initial}
      latest={start ? () => call(directStaff.findById, { query: { id: start.id } }, { silent: true }).then(formOf) : undefined}
      draft={start ? undefined : { key: 'direct:new' }}
      onCancel={onCancel}
      onSubmit={async (body) => {
        const { id } = await call(directStaff.save, { body }, { silent: true })
        toast.success('保存成功')
        await onSaved(id)
      }}
    />
  )
}

const formOf = (l: DirectListDetail) => ({
  id: l.id,
  version: l.version,
  policyId: l.policyId,
  title: l.title,
  year: l.year,
  asOf: l.asOf,
  days: l.days,
  ...(l.budget === null ? {} : { budget: l.budget }),
  ...(l.officeId === null ? {} : { officeId: l.officeId }),
  ...(l.note === null ? {} : { note: l.note }),
})

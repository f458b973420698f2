import { useState } from 'react'
import type { z } from 'zod'
import { allowance, allowanceRecord, type AllowanceDetail } from '../../../contract/declaration/allowance.ts'
import { call } from '../../api.ts'
import { CompanySelect } from '../../kit/choose/company-select.tsx'
import { PolicySelect } from '../../kit/choose/policy-select.tsx'
import type { ControlProps } from '../../kit/form/fields.ts'
import { formFields, RecordForm } from '../../kit/form/record-form.tsx'
import { toast } from '../../toast.ts'
import { payingOffices } from './paying-offices.ts'

export type NewAllowance = Pick<
  AllowanceDetail,
  'companyId' | 'companyName' | 'policyId' | 'policyTitle' | 'declareId' | 'projectName' | 'officeId' | 'amount' | 'note'
>
interface Props {
  start: AllowanceDetail | null
  /** a new one, with the values of an approved declaration */
  from?: NewAllowance | null
  onSaved(): Promise<unknown>
  onCancel(): void
}

/** Made once for a form: a new component would close its open list and lose what is typed in it. */
const choosers = (known: NewAllowance | null) => ({
  Company: (props: ControlProps) => <CompanySelect {...props} name={known?.companyName} />,
  Policy: (props: ControlProps) => <PolicySelect {...props} among="published" title={known?.policyTitle ?? undefined} />,
})

/** Enters an allowance, or changes one that waits for review; the company cannot be changed. */
export function AllowanceForm({ start, from = null, onSaved, onCancel }: Props) {
  const known = start ?? from
  const initial: Partial<z.input<typeof allowanceRecord>> = start
    ? formOf(start)
    : {
        year: new Date().getFullYear(),
        ...(from
          ? {
              companyId: from.companyId,
              projectName: from.projectName,
              amount: from.amount,
              ...(from.officeId === null ? {} : { officeId: from.officeId }),
              ...(from.policyId === null ? {} : { policyId: from.policyId }),
              ...(from.declareId === null ? {} : { declareId: from.declareId }),
              ...(from.note === null ? {} : { note: from.note }),
            }
          : {}),
      }
  const [{ Company, Policy }] = useState(() => choosers(known))
  const fields = formFields(
    allowanceRecord,
    {
      key: 'companyId',
      label: '企业',
      as: Company,
      ...(known ? { readOnly: true } : {}),
    },
    {
      key: 'policyId',
      label: '政策（可空）',
      as: Policy,
    },
    { key: 'projectName', label: '项目名称', maxLength: 100 },
    { key: 'year', label: '年度', kind: 'number', half: true },
    { key: 'amount', label: '金额', kind: 'number', unit: '万元', half: true },
    {
      key: 'officeId',
      label: '拨付部门',
      kind: 'select',
      options: payingOffices,
      placeholder: '不指定：有审核权的部门都可以审核',
    },
    {
      key: 'twinReason',
      label: '重复登记的理由（同一政策或同名、同年度已登记过的才填，审核人员会看到）',
      kind: 'longText',
      maxLength: 300,
    },
    { key: 'note', label: '备注', kind: 'longText', maxLength: 500 },
    { key: 'files', label: '附件', kind: 'documents', limit: 10 },
  )
  return (
    <RecordForm
      schema={allowanceRecord}
      fields={fields}
      initial={initial}
      latest={start ? () => call(allowance.findById, { query: { id: start.id } }, { silent: true }).then(formOf) : undefined}
      draft={start ? undefined : { key: `allowance:${from?.declareId ?? 'new'}` }}
      onCancel={onCancel}
      onSubmit={async (body) => {
        await call(allowance.save, { body }, { silent: true })
        toast.success('保存成功')
        await onSaved()
      }}
    />
  )
}

const formOf = (a: AllowanceDetail): Partial<z.input<typeof allowanceRecord>> => ({
  id: a.id,
  version: a.version,
  companyId: a.companyId,
  projectName: a.projectName,
  year: a.year,
  amount: a.amount,
  files: a.files,
  ...(a.policyId === null ? {} : { policyId: a.policyId }),
  ...(a.officeId === null ? {} : { officeId: a.officeId }),
  ...(a.twinReason === null ? {} : { twinReason: a.twinReason }),
  ...(a.note === null ? {} : { note: a.note }),
  ...(a.declareId === null ? {} : { declareId: a.declareId }),
})

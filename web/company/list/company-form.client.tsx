import { useQuery } from '@tanstack/react-query'
import { Spin } from 'antd'
import { z } from 'zod'
import { companyRegister } from '../../../contract/company/register.ts'
import { company, type CompanyRow } from '../../../contract/company.ts'
import { phone } from '../../../contract/fields.ts'
import { messages } from '../../../contract/messages.ts'
import { ApiError, call } from '../../api.ts'
import { IndustryPicker } from '../../kit/choose/industry-picker.tsx'
import { FormModal } from '../../kit/dialog/form-modal.tsx'
import type { FormField } from '../../kit/form/fields.ts'
import { formFields, RecordForm } from '../../kit/form/record-form.tsx'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { RegionPicker } from '../../kit/choose/region-picker.tsx'
import { toast } from '../../toast.ts'
import { reasonField, reasonRule } from '../staff-reason.client.tsx'

const optional = z.string().max(200, '最多 200 个字').optional()
const schema = z.object({
  companyName: z.string({ error: '请输入企业名称' }).min(1, '请输入企业名称').max(100, '最多 100 个字'),
  code: z
    .string({ error: messages.creditCodeRequired })
    .min(1, messages.creditCodeRequired)
    .regex(/^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/, messages.creditCodeFormat),
  registeredDate: optional,
  regionCode: optional,
  industryCode: optional,
  address: optional,
  registeredCapital: z.number().min(0, '不能小于 0').nullable().optional(),
  legalPerson: optional,
  contactPerson: optional,
  contactPhone: z.union([z.literal(''), phone]).optional(),
})
const fields = formFields(
  schema,
  { key: 'companyName', label: '企业名称', kind: 'text', half: true, maxLength: 100 },
  { key: 'code', label: '统一社会信用代码', kind: 'text', half: true, maxLength: 18 },
  { key: 'registeredDate', label: '注册成立日期', kind: 'date', half: true },
  { key: 'registeredCapital', label: '注册资本', kind: 'money', half: true, unit: '万元' },
  { key: 'regionCode', label: '所在地区', as: RegionPicker },
  { key: 'industryCode', label: '行业', as: IndustryPicker },
  { key: 'address', label: '注册地址', kind: 'text', maxLength: 200 },
  { key: 'legalPerson', label: '法定代表人', kind: 'text', half: true },
  { key: 'contactPerson', label: '联系人', kind: 'text', half: true },
  { key: 'contactPhone', label: '联系电话', kind: 'text', half: true },
)

const changing = schema.extend({ reason: reasonRule })
const adding = schema.extend({ reason: reasonRule.optional() })

/**
 * The fields for an existing archive: the code is read-only. Fields that the list does not contain start blank, and a blank one keeps its
 * value.
 */
const changeable = <F extends FormField>(f: F): F =>
  f.key === 'code' ? { ...f, readOnly: true } : shownInList.has(f.key) ? f : { ...f, hint: '不填写则保持原值' }
const shownInList: ReadonlySet<string> = new Set(['companyName', 'registeredDate', 'regionCode'])

/** Adds an archive, or changes the register data of one; a blank field keeps its value. The source is the market regulator. */
export default function CompanyForm({ row, onClose, onSaved }: { row: CompanyRow | null; onClose: () => void; onSaved: () => unknown }) {
  const id = row?.id ?? null
  // The form keeps the data as read when it opened, so that changes saved by others meanwhile are not overwritten.
  const opened = useQuery({
    queryKey: ['company', 'opened', id],
    queryFn: () => call(company.findById, { query: { id: id! } }, { silent: true }),
    enabled: id !== null,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  const latest = async () => {
    const { data } = await opened.refetch({ throwOnError: true })
    return data ? formOf(data) : {}
  }
  const save = async ({ companyName, code, reason, ...rest }: z.input<typeof schema> & { reason?: string }) => {
    const values = Object.fromEntries(Object.entries(rest).filter(([, v]) => v !== undefined && v !== null && v !== ''))
    const body = { companyName, code, source: '市场监管', values } as const
    try {
      if (row) {
        await call(
          companyRegister.save,
          { body: { ...body, id: row.id, version: opened.data?.version, reason: reason ?? '' } },
          { silent: true },
        )
      } else await call(companyRegister.add, { body }, { silent: true })
    } catch (error) {
      if (!(error instanceof ApiError) || error.fields.length === 0) throw error
      throw {
        code: error.code,
        message: error.message,
        traceId: error.traceId,
        fields: error.fields.map((f) => ({ ...f, path: f.path.replace(/^values\./, '') })),
      }
    }
    toast.success('已保存')
    await onSaved()
    onClose()
  }
  return (
    <FormModal title={row ? `修改登记信息` : '新建企业档案'} open onClose={onClose} width={760}>
      {opened.isError ? (
        <ErrorState error={opened.error} onRetry={() => void opened.refetch()} />
      ) : row && !opened.data ? (
        <Spin />
      ) : (
        <RecordForm
          schema={row ? changing : adding}
          draft={{ key: `company:${id ?? 'new'}` }}
          fields={row ? [...fields.map(changeable), reasonField] : fields}
          initial={opened.data ? formOf(opened.data) : {}}
          latest={row ? latest : undefined}
          onSubmit={save}
          onCancel={onClose}
        />
      )}
    </FormModal>
  )
}

const formOf = (c: Pick<CompanyRow, 'companyName' | 'code' | 'establishDate' | 'streetId'>) => ({
  companyName: c.companyName,
  code: c.code,
  ...(c.establishDate ? { registeredDate: c.establishDate } : {}),
  ...(c.streetId ? { regionCode: c.streetId } : {}),
})

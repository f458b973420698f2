import { z } from 'zod'
import type { Data, RowOf } from '../../../contract/endpoint.ts'
import { appealRoute, appealTemplate, SaveAppealRoute, SaveAppealTemplate } from '../../../contract/appeal/routes.ts'
import { APPEAL_CONTENT_MAX, appealSenders } from '../../../contract/appeal/states.ts'
import { appealLimit, appealType, SaveAppealLimit, SaveAppealType } from '../../../contract/appeal/types.ts'
import { call } from '../../api.ts'
import { formFields, RecordForm } from '../../kit/form/record-form.tsx'
import { offices } from '../offices.ts'
import { anyTypes, bigTypes } from './sources.ts'
import type { FormProps } from './use-setting.ts'

const whole = z.number({ error: '请填数字' })
const silent = { silent: true } as const
/** Id and version of a row: with the version the server detects that somebody else changed it meanwhile. */
const own = (row: { id: number; version: number } | null) => (row ? { id: row.id, version: row.version } : {})

const Type = SaveAppealType.omit({ id: true, version: true })
const typeFields = formFields(
  Type,
  { key: 'parentId', label: '上级大类（不选则为大类）', kind: 'select', options: bigTypes },
  { key: 'name', label: '名称', maxLength: 40 },
  { key: 'code', label: '编码', maxLength: 20, hint: '2 至 20 个字母、数字或下划线，不能重复' },
  { key: 'officeId', label: '承办部门（小类不填时随大类）', kind: 'select', options: offices },
  { key: 'enabled', label: '启用', kind: 'switch', hint: '停用后提出人不能再选，已有的诉求不受影响' },
)
export const TypeForm = ({ row, onDone, onClose }: FormProps<RowOf<typeof appealType.list>>) => (
  <RecordForm
    schema={Type}
    fields={typeFields}
    initial={row ?? { enabled: true }}
    draft={{ key: `appealType:${row?.id ?? 'new'}` }}
    onCancel={onClose}
    onSubmit={async (values) => {
      await call(appealType.saveOrUpdate, { body: { ...own(row), ...values } }, silent)
      await onDone('已保存')
    }}
  />
)

const Limit = z.object({
  typeId: z.number({ error: '请选择诉求类型' }),
  workDays: whole,
  warnDays: whole,
})
const limitFields = formFields(
  Limit,
  { key: 'typeId', label: '诉求类型', kind: 'select', options: anyTypes, hint: '小类没有单独的时限时，按大类；大类也没有时为 15 个工作日' },
  { key: 'workDays', label: '办理时限', kind: 'number', unit: '个工作日', hint: '1 至 90，只影响以后提交的诉求' },
  { key: 'warnDays', label: '到期前提醒', kind: 'number', unit: '个工作日', hint: '应少于办理时限' },
)
const limitOf = ({ version, typeId, workDays, warnDays }: RowOf<typeof appealLimit.list>) => ({ version, typeId, workDays, warnDays })
export const LimitForm = ({ row, onDone, onClose }: FormProps<RowOf<typeof appealLimit.list>>) => (
  <RecordForm
    schema={Limit}
    fields={limitFields}
    initial={row ? limitOf(row) : { warnDays: 3 }}
    latest={row ? () => call(appealLimit.findById, { query: { id: row.id } }, silent).then(limitOf) : undefined}
    draft={{ key: `appealLimit:${row?.id ?? 'new'}` }}
    onCancel={onClose}
    onSubmit={async (values, { version }) => {
      const of = row ? { id: row.id, version: Number(version) } : {}
      await call(appealLimit.saveOrUpdate, { body: SaveAppealLimit.parse({ ...of, ...values }) }, silent)
      await onDone('已保存')
    }}
  />
)

export type RouteOptions = Data<typeof appealRoute.options>
const Route = z.object({
  typeId: z.number().optional(),
  sender: z.string().optional(),
  street: z.string().optional(),
  industry: z.string().optional(),
  size: z.string().optional(),
  officeId: z.number({ error: '请选择部门' }),
  note: z.string().max(200).optional(),
})
export function RouteForm({ row, onDone, onClose, options }: FormProps<RowOf<typeof appealRoute.list>> & { options: RouteOptions }) {
  const fields = formFields(
    Route,
    { key: 'typeId', label: '诉求类型（不选则为全部）', kind: 'select', options: anyTypes },
    {
      key: 'sender',
      label: '提出人（不选则不限）',
      kind: 'select',
      options: Object.entries(appealSenders).map(([value, label]) => ({ value, label })),
    },
    { key: 'street', label: '镇街（不选则为全部）', kind: 'select', options: options.street },
    { key: 'industry', label: '行业（不选则为全部）', kind: 'select', options: options.industry },
    { key: 'size', label: '企业规模（不选则不限）', kind: 'select', options: options.size, hint: '来自已授权企业的档案' },
    { key: 'officeId', label: '分给哪个部门', kind: 'select', options: offices },
    { key: 'note', label: '说明（可不填）', maxLength: 200 },
  )
  return (
    <RecordForm
      schema={Route}
      fields={fields}
      initial={row ?? {}}
      draft={{ key: `appealRoute:${row?.id ?? 'new'}` }}
      onCancel={onClose}
      onSubmit={async ({ officeId, note, ...when }) => {
        const given = Object.fromEntries(Object.entries(when).filter(([, value]) => value !== undefined && value !== null && value !== ''))
        const body = SaveAppealRoute.parse({ ...own(row), ...given, officeId, note: note ?? '' })
        await call(appealRoute.saveOrUpdate, { body }, silent)
        await onDone('已保存')
      }}
    />
  )
}

const Template = SaveAppealTemplate.omit({ id: true, version: true })
const templateFields = formFields(
  Template,
  { key: 'typeId', label: '诉求类型（不选则为全部）', kind: 'select', options: anyTypes },
  { key: 'title', label: '名称', maxLength: 40 },
  { key: 'content', label: '内容', kind: 'longText', maxLength: APPEAL_CONTENT_MAX },
)
export const TemplateForm = ({ row, onDone, onClose }: FormProps<RowOf<typeof appealTemplate.list>>) => (
  <RecordForm
    schema={Template}
    fields={templateFields}
    initial={row ?? {}}
    draft={{ key: `appealTemplate:${row?.id ?? 'new'}` }}
    onCancel={onClose}
    onSubmit={async ({ typeId, ...values }) => {
      await call(appealTemplate.saveOrUpdate, { body: { ...own(row), ...(typeId ? { typeId } : {}), ...values } }, silent)
      await onDone('已保存')
    }}
  />
)

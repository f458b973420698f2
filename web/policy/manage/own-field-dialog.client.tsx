import { useQueryClient } from '@tanstack/react-query'
import { Select } from 'antd'
import { createContext, use, useState } from 'react'
import { departmentSources } from '../../../contract/company.ts'
import { ownFieldTypes, ownFieldUnits, seenBy, unitLabel } from '../../../contract/matching/own-field-codes.ts'
import { ownFields, SaveOwnField, type OwnField } from '../../../contract/matching/own-fields.ts'
import { computedField } from '../../../contract/rule/computed.ts'
import { call } from '../../api.ts'
import type { FieldChoice } from '../../kit/condition.ts'
import type { ControlProps } from '../../kit/fields.ts'
import { FormModal } from '../../kit/form-modal.tsx'
import { formFields, RecordForm } from '../../kit/record-form.tsx'
import { useRuleFields } from '../../kit/rule-fields.ts'
import { vocabularyOf } from '../../kit/rule-vocabulary.ts'
import { SubjectChoice } from '../../kit/subject-choice.tsx'
import { toast } from '../../toast.ts'

const Known = createContext<ReadonlyMap<string, FieldChoice>>(new Map())
const choices = (of: Readonly<Record<string, string>>) => Object.entries(of).map(([value, label]) => ({ value, label }))

const fields = formFields(
  SaveOwnField,
  { key: 'label', label: '名称', maxLength: 40, placeholder: '如：年用电量' },
  { key: 'type', label: '类型', kind: 'select', half: true, options: choices(ownFieldTypes) },
  {
    key: 'unit',
    label: '单位（数字才有）',
    kind: 'select',
    half: true,
    options: ownFieldUnits.map((value) => ({ value, label: unitLabel(value) })),
  },
  { key: 'options', label: '选项（单选、多选才有）', as: OptionLabels, hint: '每个选项输完按回车' },
  {
    key: 'group',
    label: '类别',
    kind: 'select',
    half: true,
    options: { key: 'ownFieldGroups', load: () => call(ownFields.groups, { query: {} }) },
    hint: '在企业档案里归在哪一类；部门导入表按类别包含它',
  },
  {
    key: 'source',
    label: '只能由哪个部门填（可空）',
    kind: 'select',
    half: true,
    options: departmentSources.map((value) => ({ value, label: value })),
  },
  { key: 'seenBy', label: '谁填写', kind: 'radio', options: choices(seenBy) },
  { key: 'question', label: '问企业的话', maxLength: 200, placeholder: '如：上年度用了多少电？' },
  { key: 'formula', label: '由其他信息计算（可空）', as: Formula, hint: '选了就不再询问企业，由平台计算' },
  { key: 'note', label: '说明', kind: 'longText', maxLength: 200 },
)

/** A field of the editor's own: what it is called, of which kind, who says it, or how it is calculated. */
export function OwnFieldDialog({ field, onClose, onDone }: { field: OwnField | null; onClose(): void; onDone(): Promise<void> }) {
  const client = useQueryClient()
  const known = useRuleFields()
  const [start] = useState(() => {
    const now = field?.waiting ?? field?.current
    if (!now) return { seenBy: 'all' as const, options: [] }
    const { options, unit, source, formula, ...rest } = now
    return {
      id: field!.id,
      version: field!.version,
      ...rest,
      ...unitOf(unit),
      ...(source ? { source: departmentSources.find((each) => each === source) } : {}),
      options: options?.map(({ label }) => label) ?? [],
      formula: formula ?? '',
    }
  })
  return (
    <FormModal open title={field ? `修改“${field.label}”` : '新增企业信息'} onClose={onClose} width={760}>
      <Known value={known}>
        <RecordForm
          schema={SaveOwnField}
          fields={fields}
          initial={start}
          onCancel={onClose}
          onSubmit={async (values) => {
            const { waits } = await call(ownFields.save, { body: values }, { silent: true })
            toast.success(waits ? '已提交，审核通过后生效' : '已保存并生效')
            await client.invalidateQueries({ queryKey: ['rule-fields'] })
            onClose()
            await onDone()
          }}
        />
      </Known>
    </FormModal>
  )
}

const unitOf = (unit: string | null) => {
  const known = ownFieldUnits.find((each) => each === unit)
  return known ? { unit: known } : {}
}

function OptionLabels({ value, onChange, id, disabled }: ControlProps) {
  return (
    <Select
      {...(id ? { id } : {})}
      mode="tags"
      open={false}
      suffixIcon={null}
      value={Array.isArray(value) ? value.map(String) : []}
      disabled={disabled ?? false}
      maxCount={30}
      tokenSeparators={['，', ',', '、', ';', '；']}
      onChange={(next: string[]) => onChange?.(next.map((each) => each.trim()).filter(Boolean))}
      placeholder="如：五星级、四星级"
      style={{ width: '100%' }}
    />
  )
}

function Formula({ value, onChange }: ControlProps) {
  const fields = use(Known)
  const formula = typeof value === 'string' ? value : ''
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' }}>
      <SubjectChoice
        value={formula || undefined}
        fields={fields}
        label="由其他信息计算"
        placeholder="不计算，询问企业"
        onChange={(next) => onChange?.(next.startsWith('=') ? next : `=${next}`)}
      />
      {formula && (
        <>
          <button type="button" className="link" onClick={() => onChange?.('')}>
            不计算
          </button>
          <p className="meta" style={{ width: '100%' }}>
            算法：{computedField(vocabularyOf(fields), formula).label}
          </p>
        </>
      )}
    </div>
  )
}

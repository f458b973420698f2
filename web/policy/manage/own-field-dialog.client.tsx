import { useQueryClient } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { createContext, use, useState } from 'react'
import { departmentSources } from '../../../contract/company.ts'
import {
  fieldOrigins,
  originOf,
  ownFieldTypes,
  ownFieldUnits,
  seenBy,
  unitLabel,
  type FieldOrigin,
} from '../../../contract/matching/own-field-codes.ts'
import type { ScoreItem } from '../../../contract/matching/own-field-score.ts'
import { ownFields, SaveOwnField, type OwnField } from '../../../contract/matching/own-fields.ts'
import { computedField } from '../../../contract/rule/computed.ts'
import { call } from '../../api.ts'
import { type FieldChoice, useRuleFields, vocabularyOf, SubjectChoice } from '../../rule/index.ts'
import type { ControlProps } from '../../kit/form/fields.ts'
import { FormModal } from '../../kit/dialog/form-modal.tsx'
import { formFields, RecordForm } from '../../kit/form/record-form.tsx'
import { toast } from '../../toast.ts'
import { DatedRows } from './dated-rows.tsx'
import { ScoreRows } from './score-rows.tsx'

const Known = createContext<ReadonlyMap<string, FieldChoice>>(new Map())
const choices = (of: Readonly<Record<string, string>>) => Object.entries(of).map(([value, label]) => ({ value, label }))

const all = formFields(
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
  { key: 'formula', label: '怎样计算', as: Formula, hint: '不询问企业，由平台计算' },
  { key: 'dated', label: '各期的数', as: Dated, hint: '每期从所写的那天起算；条件和算式按申报日或所选日期取当时的数' },
  { key: 'score', label: '评分项目', as: Score, hint: '各项得分合计为总分；达不到任何一档的得 0 分' },
  { key: 'note', label: '说明', kind: 'longText', maxLength: 200 },
)

/** The inputs of a field, by the origin of its value. */
const SHOWN: Readonly<Record<FieldOrigin, readonly string[]>> = {
  asked: ['label', 'type', 'unit', 'options', 'group', 'source', 'seenBy', 'question', 'note'],
  formula: ['label', 'type', 'unit', 'group', 'formula', 'note'],
  dated: ['label', 'unit', 'dated', 'note'],
  score: ['label', 'score', 'note'],
}

/** An editor's own field: label, type, source, or formula. */
export function OwnFieldDialog({ field, onClose, onDone }: { field: OwnField | null; onClose(): void; onDone(): Promise<void> }) {
  const client = useQueryClient()
  const known = useRuleFields()
  const now = field?.waiting ?? field?.current
  const [origin, setOrigin] = useState<FieldOrigin>(now ? originOf(now) : 'asked')
  const [start] = useState(() => {
    if (!now) return { seenBy: 'all' as const, options: [], dated: [], score: [] }
    const { options, unit, source, formula, dated, score, ...rest } = now
    return {
      dated: dated ?? [],
      score: score ?? [],
      id: field!.id,
      version: field!.version,
      ...rest,
      ...unitOf(unit),
      ...(source ? { source: departmentSources.find((each) => each === source) } : {}),
      options: options?.map(({ label }) => label) ?? [],
      formula: score ? '' : (formula ?? ''),
    }
  })
  return (
    <FormModal open title={field ? `修改“${field.label}”` : '新增企业信息'} onClose={onClose} width={760}>
      <Known value={known}>
        {!now && (
          <Select
            style={{ width: '100%', marginBottom: 12 }}
            aria-label="这项信息怎么来"
            value={origin}
            options={choices(fieldOrigins)}
            onChange={(next: FieldOrigin) => setOrigin(next)}
          />
        )}
        <RecordForm
          key={origin}
          schema={SaveOwnField}
          draft={field ? undefined : { key: `ownField:new:${origin}` }}
          fields={all.filter(({ key }) => SHOWN[origin].includes(key))}
          initial={origin === 'dated' || origin === 'score' ? { group: KEPT_GROUP, ...start, type: 'number' as const } : start}
          onCancel={onClose}
          onSubmit={async (values) => {
            const { waits } = await call(ownFields.save, { body: { ...values, origin } }, { silent: true })
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

/** A figure that editors maintain is asked of nobody, but still needs a group. */
const KEPT_GROUP = '财务'

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

function Dated({ value, onChange }: ControlProps) {
  const unit = Form.useWatch<string | undefined>('unit', Form.useFormInstance())
  const rows = Array.isArray(value) ? (value as { from: string; value: number }[]) : []
  return <DatedRows value={rows} unit={unit} onChange={(next) => onChange?.(next)} />
}

function Score({ value, onChange }: ControlProps) {
  const fields = use(Known)
  return <ScoreRows value={Array.isArray(value) ? (value as ScoreItem[]) : []} fields={fields} onChange={(next) => onChange?.(next)} />
}

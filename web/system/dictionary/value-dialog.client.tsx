import { useState } from 'react'
import { dictColors, dictValues, SaveDictValue, type DictValue } from '../../../contract/dictionary.ts'
import { effectiveTime, scheduledDictValues } from '../../../contract/scheduled/scheduled.ts'
import { call } from '../../api.ts'
import type { RawOption } from '../../kit/choose/options.ts'
import { FormModal } from '../../kit/dialog/form-modal.tsx'
import { formFields, RecordForm } from '../../kit/form/record-form.tsx'
import { changesIn, SaveEffect } from '../../kit/form/save-effect.tsx'
import { ScheduledNote } from '../../kit/scheduled/scheduled-note.tsx'
import { whenField } from '../../kit/scheduled/when-input.tsx'
import { whenSaved } from '../../kit/scheduled/when-saved.ts'
import { toast } from '../../toast.ts'
import { enabledOptions, inWords } from './enabled.tsx'
import { Uses } from './uses.tsx'

const Typed = SaveDictValue.extend({ effectiveTime: effectiveTime.optional() })
const label = { key: 'label', label: '名称', maxLength: 100 } as const
const more = [
  {
    key: 'color',
    label: '颜色',
    kind: 'radio',
    options: Object.entries(dictColors).map(([value, name]) => ({ value, label: name || '不设' })),
    hint: '在列表里用这种颜色显示',
  },
  { key: 'enableFlag', label: '状态', kind: 'radio', options: enabledOptions, hint: '停用后，选择框里不再有它；已保存的内容照常显示' },
  { key: 'remark', label: '备注', kind: 'longText', maxLength: 200 },
  whenField,
] as const
/** Everything of the dictionary is offered; the value itself, what lies below it and a fifth level are refused at the field. */
const changedOf = (type: string, opened: number) =>
  formFields(
    Typed,
    label,
    {
      key: 'parentId',
      label: '上级',
      kind: 'tree',
      placeholder: '不选则为第一级',
      options: {
        key: `dict-parents:${type}:${opened}`,
        load: async () => {
          const rows = await call(dictValues.parents, { query: { dictTypeCode: type } }, { silent: true })
          const below = (id: number | null): RawOption[] =>
            (levels.get(id) ?? []).map((row) => ({ value: row.id, label: row.label, children: below(row.id) }))
          const levels = Map.groupBy(rows, (row) => row.parentId)
          return below(null)
        },
      },
    },
    ...more,
  )
const added = formFields(
  Typed,
  label,
  { key: 'value', label: '代码', maxLength: 64, hint: '只含字母、数字、点、下划线和短横；新增之后不能修改' },
  ...more,
)

type Shown = Partial<DictValue> & { dictTypeCode: string }
const shownOf = (value: Shown) => ({
  ...(value.id ? { id: value.id, version: value.version } : {}),
  dictTypeCode: value.dictTypeCode,
  parentId: value.parentId ?? null,
  value: value.value ?? '',
  label: value.label ?? '',
  color: value.color ?? '',
  enableFlag: value.enableFlag ?? 1,
  remark: value.remark ?? '',
})

const labels = { label: '名称', color: '颜色', enableFlag: '状态', remark: '备注' }
function effectOf(value: Shown, typed: Readonly<Record<string, unknown>>): string {
  const { lead, at } = whenSaved(typed)
  if (!value.id) return `${lead}选择框里${at}有它。`
  const placed = (typed['parentId'] ?? null) === (value.parentId ?? null) ? '' : '移到另一个上级'
  const changes = [changesIn(labels, inWords(value), inWords(typed)), placed].filter(Boolean).join('，')
  return changes ? `${lead}选择框和列表${at}改变：${changes}。` : '还没有改动。'
}

/** Adds a value to the open level or changes one, and shows its uses. */
export function ValueDialog({ value: opened, onClose, onDone }: { value: Shown; onClose(): void; onDone(): Promise<unknown> }) {
  const { id } = opened
  // After a conflict it is compared with what the other one saved.
  const [value, setValue] = useState(opened)
  const latest = async (of: number) => {
    const now: Shown = { ...(await call(dictValues.findById, { query: { id: of } }, { silent: true })), dictTypeCode: opened.dictTypeCode }
    setValue(now)
    return shownOf(now)
  }
  // Options are loaded once under their key; values were perhaps added since this dialog was last open.
  const [changed] = useState(() => changedOf(value.dictTypeCode, Date.now()))
  return (
    <FormModal open title={id ? `编辑值：${value.value}` : '新增值'} onClose={onClose} width={560}>
      {id && (
        <Uses
          queryKey={['dict-value-uses', id, value.version]}
          load={() => call(dictValues.findById, { query: { id } }, { silent: true })}
        />
      )}
      <ScheduledNote of={{ calls: scheduledDictValues, scope: value.dictTypeCode }} id={id} />
      <RecordForm
        schema={Typed}
        effect={<SaveEffect say={(typed) => effectOf(value, typed)} />}
        draft={id ? undefined : { key: `dictValue:new:${value.dictTypeCode}` }}
        fields={id ? changed : added}
        initial={shownOf(value)}
        latest={id ? () => latest(id) : undefined}
        onCancel={onClose}
        onSubmit={async ({ effectiveTime: time, ...values }) => {
          if (time) await call(scheduledDictValues.save, { body: { ...values, effectiveTime: time } }, { silent: true })
          else await call(dictValues.save, { body: values }, { silent: true })
          toast.success(time ? '已定时' : '已保存')
          onClose()
          await onDone()
        }}
      />
    </FormModal>
  )
}

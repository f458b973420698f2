import { useState } from 'react'
import { effectiveTime, scheduledDictTypes } from '../../../contract/scheduled/scheduled.ts'
import { dictTypes, SaveDictType, type DictType } from '../../../contract/dictionary.ts'
import { call } from '../../api.ts'
import { FormModal } from '../../kit/dialog/form-modal.tsx'
import { formFields, RecordForm } from '../../kit/form/record-form.tsx'
import { changesIn, SaveEffect } from '../../kit/form/save-effect.tsx'
import { ScheduledNote } from '../../kit/scheduled/scheduled-note.tsx'
import { whenField } from '../../kit/scheduled/when-input.tsx'
import { whenSaved } from '../../kit/scheduled/when-saved.ts'
import { toast } from '../../toast.ts'
import { enabledOptions, inWords } from './enabled.tsx'
import { Uses } from './uses.tsx'

const Typed = SaveDictType.extend({ effectiveTime: effectiveTime.optional() })
const name = { key: 'name', label: '字典名称', maxLength: 64 } as const
const more = [
  { key: 'enableFlag', label: '状态', kind: 'radio', options: enabledOptions, hint: '停用后，选择框里不再有它的值；已保存的内容照常显示' },
  { key: 'remark', label: '备注', kind: 'longText', maxLength: 200 },
  whenField,
] as const
const changed = formFields(Typed, name, ...more)
const added = formFields(
  Typed,
  name,
  { key: 'code', label: '字典代码', maxLength: 64, hint: '字母开头，只含字母、数字、下划线；新增之后不能修改' },
  ...more,
)

const shownOf = (type: DictType | null) => ({
  ...(type ? { id: type.id, version: type.version } : {}),
  code: type?.code ?? '',
  name: type?.name ?? '',
  enableFlag: type?.enableFlag ?? 1,
  remark: type?.remark ?? '',
})

const labels = { name: '名称', enableFlag: '状态', remark: '备注' }
function effectOf(type: DictType | null, typed: Readonly<Record<string, unknown>>): string {
  const { lead, at } = whenSaved(typed)
  if (!type) return `${lead}${at}可以给它添加值。`
  const changes = changesIn(labels, inWords(type), inWords(typed))
  if (!changes) return '还没有改动。'
  const closed = type.enableFlag === 1 && typed['enableFlag'] === 0 ? `选择框里${at}不再有它的值，已保存的内容照常显示。` : ''
  return `${lead}${changes}。${closed}`
}

/** Adds or changes a dictionary, and shows the fields that use it. */
export function TypeDialog({ type: opened, onClose, onDone }: { type: DictType | null; onClose(): void; onDone(): Promise<unknown> }) {
  // After a conflict it is compared with what the other one saved.
  const [type, setType] = useState(opened)
  const latest = async (id: number) => {
    const now = await call(dictTypes.findById, { query: { id } }, { silent: true })
    setType(now)
    return shownOf(now)
  }
  return (
    <FormModal open title={type ? `编辑字典：${type.code}` : '新增字典'} onClose={onClose} width={560}>
      {type && (
        <Uses
          queryKey={['dict-type', type.id, type.version]}
          load={() => call(dictTypes.findById, { query: { id: type.id } }, { silent: true })}
        />
      )}
      <ScheduledNote of={{ calls: scheduledDictTypes }} id={type?.id} />
      <RecordForm
        schema={Typed}
        effect={<SaveEffect say={(typed) => effectOf(type, typed)} />}
        draft={type ? undefined : { key: 'dictType:new' }}
        fields={type ? changed : added}
        initial={shownOf(type)}
        latest={type ? () => latest(type.id) : undefined}
        onCancel={onClose}
        onSubmit={async ({ effectiveTime: time, ...values }) => {
          if (time) await call(scheduledDictTypes.save, { body: { ...values, effectiveTime: time } }, { silent: true })
          else await call(dictTypes.save, { body: values }, { silent: true })
          toast.success(time ? '已定时' : '已保存')
          onClose()
          await onDone()
        }}
      />
    </FormModal>
  )
}

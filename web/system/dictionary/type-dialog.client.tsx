import { dictTypes, SaveDictType, type DictType } from '../../../contract/dictionary.ts'
import { call } from '../../api.ts'
import { FormModal } from '../../kit/dialog/form-modal.tsx'
import { formFields, RecordForm } from '../../kit/form/record-form.tsx'
import { toast } from '../../toast.ts'
import { enabledOptions } from './enabled.tsx'
import { Uses } from './uses.tsx'

const name = { key: 'name', label: '字典名称', maxLength: 64 } as const
const more = [
  { key: 'enableFlag', label: '状态', kind: 'radio', options: enabledOptions, hint: '停用后，选择框里不再有它的值；已保存的内容照常显示' },
  { key: 'remark', label: '备注', kind: 'longText', maxLength: 200 },
] as const
const changed = formFields(SaveDictType, name, ...more)
const added = formFields(
  SaveDictType,
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

/** Adds or changes a dictionary, and shows the fields that use it. */
export function TypeDialog({ type, onClose, onDone }: { type: DictType | null; onClose(): void; onDone(): Promise<unknown> }) {
  return (
    <FormModal open title={type ? `编辑字典：${type.code}` : '新增字典'} onClose={onClose} width={560}>
      {type && (
        <Uses
          queryKey={['dict-type', type.id, type.version]}
          load={() => call(dictTypes.findById, { query: { id: type.id } }, { silent: true })}
        />
      )}
      <RecordForm
        schema={SaveDictType}
        draft={type ? undefined : { key: 'dictType:new' }}
        fields={type ? changed : added}
        initial={shownOf(type)}
        latest={type ? () => call(dictTypes.findById, { query: { id: type.id } }, { silent: true }).then(shownOf) : undefined}
        onCancel={onClose}
        onSubmit={async (values) => {
          await call(dictTypes.save, { body: values }, { silent: true })
          toast.success('已保存')
          onClose()
          await onDone()
        }}
      />
    </FormModal>
  )
}

import { z } from 'zod'
import { effectiveTime } from '../../../contract/scheduled/scheduled.ts'
import { toast } from '../../toast.ts'
import { FormModal } from '../dialog/form-modal.tsx'
import { SaveEffect } from '../form/save-effect.tsx'
import { formFields, RecordForm } from '../form/record-form.tsx'
import { ScheduledNote } from './scheduled-note.tsx'
import type { ScheduledOf } from './use-scheduled.ts'
import { whenField } from './when-input.tsx'

const Typed = z.strictObject({ effectiveTime: effectiveTime.optional() })
const fields = formFields(Typed, { ...whenField, label: '删除时间', hint: '定时的删除到这一分钟才生效，此前可以取消' })

interface Props {
  of: ScheduledOf
  id: number
  name: string
  effect(typed: Readonly<Record<string, unknown>>): string
  now(): Promise<unknown>
  later(effectiveTime: string): Promise<unknown>
  onClose(): void
  onDone(): Promise<unknown>
}

/** Asks before a deletion, which may wait for its time. */
export function DeleteDialog({ of, id, name, effect, now, later, onClose, onDone }: Props) {
  return (
    <FormModal open title={`删除“${name}”？`} onClose={onClose} width={480}>
      <ScheduledNote of={of} id={id} />
      <RecordForm
        schema={Typed}
        fields={fields}
        draft={null}
        submitText="删除"
        effect={<SaveEffect say={effect} />}
        onCancel={onClose}
        onSubmit={async ({ effectiveTime: time }) => {
          await (time ? later(time) : now())
          toast.success(time ? '已定时' : '已删除')
          onClose()
          await onDone()
        }}
      />
    </FormModal>
  )
}

import { z } from 'zod'
import { effectiveTime, scheduledLinks } from '../../contract/scheduled/scheduled.ts'
import { linkDesk, linkPositions, PlaceLink } from '../../contract/site/links.ts'
import { call } from '../api.ts'
import { FormModal } from '../kit/dialog/form-modal.tsx'
import { formFields, RecordForm } from '../kit/form/record-form.tsx'
import { SaveEffect } from '../kit/form/save-effect.tsx'
import { ScheduledNote } from '../kit/scheduled/scheduled-note.tsx'
import { whenField } from '../kit/scheduled/when-input.tsx'
import { whenSaved } from '../kit/scheduled/when-saved.ts'
import { toast } from '../toast.ts'
import type { LinkRow } from './link-row.ts'

const Typed = z.strictObject({ place: PlaceLink.shape.place, effectiveTime: effectiveTime.optional() })

/** The places of a menu, each called by the entry behind which it is. */
const placesFor = (link: LinkRow, level: readonly LinkRow[]) => {
  const others = level.filter((one) => one.id !== link.id)
  return [...others.keys(), others.length].map((n) => ({
    value: n + 1,
    label: `第 ${n + 1} 位${n === 0 ? '，最前' : `，在“${others[n - 1]!.name}”之后`}`,
  }))
}

interface Props {
  link: LinkRow
  /** the entries of the same menu in their order */
  level: readonly LinkRow[]
  onClose(): void
  onDone(): Promise<unknown>
}
/** Moves an entry to a place of its menu, at once or at a time. */
export function MoveDialog({ link, level, onClose, onDone }: Props) {
  const { id, version, name, position } = link
  const here = level.findIndex((one) => one.id === id) + 1
  const fields = formFields(
    Typed,
    { key: 'place', label: '位置', kind: 'select', options: placesFor(link, level), hint: `现在是第 ${here} 位，共 ${level.length} 位` },
    { ...whenField, label: '移动时间', hint: '定时的移动到这一分钟才生效，此前可以取消；到时仍移到第几位，不论其间别的项怎样移动' },
  )
  return (
    <FormModal open title={`移动“${name}”`} onClose={onClose} width={480}>
      <ScheduledNote of={{ calls: scheduledLinks }} id={id} />
      <RecordForm
        schema={Typed}
        fields={fields}
        initial={{ place: here }}
        draft={null}
        submitText="移动"
        effect={
          <SaveEffect
            say={(typed) => {
              if (typed['place'] === here) return '还没有改动。'
              const { lead, at } = whenSaved(typed)
              return `${lead.replace('保存', '移动')}它在所有公开页面的${linkPositions[position]}里${at}排到第 ${String(typed['place'])} 位。可以从“修改记录”撤销。`
            }}
          />
        }
        onCancel={onClose}
        onSubmit={async ({ place, effectiveTime: time }) => {
          if (time) await call(scheduledLinks.move, { body: { id, version, place, effectiveTime: time } }, { silent: true })
          else
            await call(linkDesk.move, { body: { id, version, seen: level.map((one) => one.id), place } }, { silent: true }).catch(
              async (refusal: unknown) => {
                // The places that are offered are those of now, as the refusal says.
                await onDone()
                throw refusal
              },
            )
          toast.success(time ? '已定时' : '已移动')
          onClose()
          await onDone()
        }}
      />
    </FormModal>
  )
}

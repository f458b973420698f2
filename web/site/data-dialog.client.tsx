import { Form } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { effectiveTime, scheduledFigures } from '../../contract/scheduled/scheduled.ts'
import { basicData, SaveBasicData, type BasicDataRow, type DataBlock } from '../../contract/site/basic-data.ts'
import { call } from '../api.ts'
import type { FormField } from '../kit/form/fields.ts'
import { FormModal } from '../kit/dialog/form-modal.tsx'
import { formFields, RecordForm } from '../kit/form/record-form.tsx'
import { figureChanges, originIn, type Counted } from './figure-effect.ts'
import { FigureInput, useFigures } from './figure-input.tsx'
import { ScheduledNote } from '../kit/scheduled/scheduled-note.tsx'
import { whenField } from '../kit/scheduled/when-input.tsx'
import { whenSaved } from '../kit/scheduled/when-saved.ts'
import { toast } from '../toast.ts'
import { SaveEffect } from '../kit/form/save-effect.tsx'

const Typed = SaveBasicData.extend({ effectiveTime: effectiveTime.optional() })
type Key = keyof z.input<typeof Typed> & string
/** `origin`: only on the home page; a bound figure has its value, unit, source and day from the registration. */
function fieldsOf(origin: FormField<Key> | null, isBound: boolean): readonly FormField<Key>[] {
  const name = { key: 'name', label: isBound ? '名称（可不填）' : '名称', maxLength: 30, half: true } as const
  return formFields(
    Typed,
    ...(origin ? [origin] : []),
    isBound ? { ...name, hint: '不填则用统计的名称' } : { ...name, required: true },
    { key: 'code', label: '代码', maxLength: 40, half: true, hint: '字母开头，供页面取用' },
    ...(isBound
      ? []
      : ([
          { key: 'value', label: '数值或内容', maxLength: 200, required: true },
          { key: 'unit', label: '单位（可不填）', maxLength: 10, half: true },
          { key: 'asOf', label: '数据日期（可不填）', kind: 'date', half: true },
          { key: 'source', label: '数据来源（可不填）', maxLength: 60 },
        ] as const)),
    { key: 'order', label: '顺序', kind: 'number', half: true },
    {
      key: 'enableFlag',
      label: '状态',
      kind: 'radio',
      options: [
        { value: 1, label: '显示' },
        { value: 0, label: '不显示' },
      ],
      half: true,
    },
    whenField,
  )
}
/** What somebody else chose is told by its name. What is typed belongs to a figure typed by hand. */
const originFrom = (figures: readonly Counted[]): FormField<Key> => ({
  key: 'figure',
  label: '来源',
  as: FigureInput,
  hint: '平台统计的数字随时是最新的，单位由统计决定，首页附“本平台统计”和日期',
  options: [{ value: '', label: originIn(figures, null) }, ...figures.map(({ code }) => ({ value: code, label: originIn(figures, code) }))],
  rules: ['value', 'unit', 'asOf', 'source'],
})

const places = {
  home: '门户首页（/page/home）右侧的数据',
  qqxs: '读取亲清新商数据的页面',
  zlb: '浙里办入口读取的应用信息',
} as const satisfies Record<DataBlock, string>
function effectOf(figures: readonly Counted[], d: BasicDataRow | null, block: DataBlock, typed: Readonly<Record<string, unknown>>): string {
  const [was, now] = [d?.enableFlag === 1, typed['enableFlag'] !== 0]
  const { lead, at } = whenSaved(typed)
  if (!was && !now) return `${lead}仍不显示，公开页面不变。`
  if (!was) return `${lead}${at}出现在${places[block]}。`
  if (!now) return `${lead}${places[block]}${at}不再显示它。`
  const changes = figureChanges(figures, { ...d }, typed)
  return changes ? `${lead}${places[block]}${at}改变：${changes}。` : '还没有改动。'
}

const isBoundRow = (d: BasicDataRow): boolean => d.figure !== null

/** What the form holds of a row: of a bound figure only what is typed. */
const ownValues = (d: BasicDataRow) => ({
  ...d,
  name: d.ownName,
  unit: d.ownUnit,
  ...(isBoundRow(d) ? { value: '', source: '', asOf: null } : {}),
})

interface Props {
  block: DataBlock
  data: BasicDataRow | null
  onClose(): void
  onDone(): Promise<unknown>
}
/** Adds or changes a statistic. */
export function DataDialog({ block, data, onClose, onDone }: Props) {
  // After a conflict it is compared with what the other one saved.
  const [d, setD] = useState(data)
  const [isBound, setBound] = useState(typeof data?.figure === 'string')
  const figures = useFigures(block === 'home').data ?? []
  const latest = async (id: number) => {
    const now = await call(basicData.findById, { query: { id } }, { silent: true })
    setD(now)
    return ownValues(now)
  }
  return (
    <FormModal open title={d ? `编辑：${d.name}` : '新增数据'} onClose={onClose} width={640}>
      <ScheduledNote of={{ calls: scheduledFigures, scope: block }} id={d?.id} />
      <RecordForm
        schema={Typed}
        fields={fieldsOf(block === 'home' ? originFrom(figures) : null, isBound)}
        initial={d ? ownValues(d) : { block, enableFlag: 1, order: 0 }}
        draft={{ key: `basicData:${d?.id ?? `new:${block}`}` }}
        effect={
          <>
            <OriginWatch figures={figures} onBound={setBound} />
            <SaveEffect say={(typed) => effectOf(figures, d, block, typed)} />
          </>
        }
        latest={d ? () => latest(d.id) : undefined}
        onCancel={onClose}
        onSubmit={async ({ effectiveTime: time, ...values }) => {
          const body = { ...values, block }
          if (time) await call(scheduledFigures.save, { body: { ...body, effectiveTime: time } }, { silent: true })
          else await call(basicData.save, { body }, { silent: true })
          toast.success(time ? '已定时' : '已保存')
          onClose()
          await onDone()
        }}
      />
    </FormModal>
  )
}

/** Tells the dialog where the value comes from: other fields are then shown. A figure that is chosen brings its name and unit. */
function OriginWatch({ figures, onBound }: { figures: readonly Counted[]; onBound(isBound: boolean): void }) {
  const form = Form.useFormInstance()
  const figure = Form.useWatch<unknown>('figure', form)
  const isBound = typeof figure === 'string'
  const before = useRef<unknown>(undefined)
  useEffect(() => onBound(isBound), [isBound, onBound])
  useEffect(() => {
    const chosen = figures.find(({ code }) => code === figure)
    // Not what was stored when the form opened, nor what somebody else chose meanwhile: there the name is theirs.
    if (chosen && before.current !== undefined && before.current !== figure && form.isFieldTouched('figure'))
      for (const [key, own] of [
        ['name', chosen.label],
        ['unit', chosen.unit],
      ] as const)
        // What was typed in this form stays.
        if (!form.isFieldTouched(key) || !form.getFieldValue(key)) form.setFieldValue(key, own)
    before.current = figure
  }, [figure, figures, form])
  return null
}

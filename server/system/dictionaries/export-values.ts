import { z } from 'zod'
import { dictColors, dictLabel, dictValueCode, type DictColor, type dictValues } from '../../../contract/dictionary.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import { text } from '../../../contract/fields.ts'
import { audit } from '../../kernel/audit/audit.ts'
import { today } from '../../kernel/clock.ts'
import type { FileAnswer } from '../../kernel/implement.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { toCell } from '../../kernel/sheet/cell.ts'
import type { SheetColumn } from '../../kernel/sheet/check.ts'
import { plain, textCell } from '../../kernel/sheet/values.ts'
import { makeSheet } from '../../kernel/sheet/write.ts'

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const [TYPE, VALUE, LABEL, PARENT, STATE, COLOR, REMARK] = ['字典代码', '代码', '名称', '上级代码', '状态', '颜色', '备注'] as const
export const colorNamed = (label: string) => (Object.keys(dictColors) as DictColor[]).find((color) => dictColors[color] === label)

export interface Row {
  type: string
  value: string
  label: string
  parent?: string
  state?: string
  color?: string
  remark?: string
}
export const columns: readonly SheetColumn[] = [
  { key: 'type', title: TYPE, text: true, width: 20, schema: textCell.transform(plain).pipe(text(64)), required: true },
  { key: 'value', title: VALUE, text: true, width: 18, schema: textCell.transform(plain).pipe(dictValueCode), required: true },
  { key: 'label', title: LABEL, text: true, width: 28, schema: textCell.pipe(dictLabel), required: true },
  { key: 'parent', title: PARENT, text: true, width: 18, schema: textCell.transform(plain).pipe(text(64)) },
  { key: 'state', title: STATE, text: true, width: 8, schema: textCell.pipe(z.enum(['启用', '停用'], { error: '应为“启用”或“停用”' })) },
  {
    key: 'color',
    title: COLOR,
    text: true,
    width: 8,
    schema: textCell.refine((s) => colorNamed(s) !== undefined, `应为${Object.values(dictColors).filter(Boolean).join('、')}之一`),
  },
  { key: 'remark', title: REMARK, text: true, width: 30, schema: textCell.pipe(text(200)) },
]

/** Exports the values of one dictionary or of all, as a sheet that can be imported again. */
export async function exportValues(
  k: Kernel,
  call: Call,
  { dictTypeCode }: Parsed<typeof dictValues.export>['query'],
): Promise<FileAnswer> {
  const rows = await k.db
    .selectFrom('dict_value')
    .select(['dict_type', 'value', 'label', 'parent', 'enabled', 'color', 'remark'])
    .$if(dictTypeCode !== undefined, (q) => q.where('dict_type', '=', dictTypeCode!))
    .orderBy('dict_type')
    .orderBy('parent', (o) => o.asc().nullsFirst())
    .orderBy('sort')
    .orderBy('id')
    .execute()
  await k.db
    .transaction()
    .execute((db) =>
      audit(db, call, { action: 'dict.export', objectType: 'dict_type', objectId: dictTypeCode ?? '', detail: { rows: rows.length } }),
    )
  const lines = rows.map((r) => [r.dict_type, r.value, r.label, r.parent ?? '', r.enabled ? '启用' : '停用', dictColors[r.color], r.remark])
  const body = await makeSheet(
    '字典值',
    [columns.map(({ title }) => title), ...lines.map((line) => line.map(toCell))],
    columns.map(({ width }) => width ?? 16),
  )
  return { fileName: `字典_${dictTypeCode ?? '全部'}_${today(k.clock)}.xlsx`, mime: XLSX, body }
}

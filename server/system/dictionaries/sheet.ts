import {
  dictColors,
  DICT_DEPTH,
  DICT_IMPORT,
  dictLabel,
  dictValueCode,
  type DictColor,
  type dictValues,
} from '../../../contract/dictionary.ts'
import type { Parsed } from '../../../contract/endpoint.ts'
import { text } from '../../../contract/fields.ts'
import { importParts, type ImportState } from '../../../contract/imports.ts'
import { z } from 'zod'
import type { Actor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit/audit.ts'
import { today } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db/index.ts'
import { offersTemplate } from '../../kernel/files/templates.ts'
import type { FileAnswer } from '../../kernel/implement.ts'
import { offersImport, type Applied, type ImportRow, type ImportScope } from '../../kernel/import/importers.ts'
import { receiveImport } from '../../kernel/import/receive.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { toCell } from '../../kernel/sheet/cell.ts'
import type { CellError, SheetColumn } from '../../kernel/sheet/check.ts'
import { plain, textCell } from '../../kernel/sheet/values.ts'
import { makeSheet, templateSheet } from '../../kernel/sheet/write.ts'
import { alone, loggedValue } from './values.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const [TYPE, VALUE, LABEL, PARENT, STATE, COLOR, REMARK] = ['字典代码', '代码', '名称', '上级代码', '状态', '颜色', '备注'] as const
const colorNamed = (label: string) => (Object.keys(dictColors) as DictColor[]).find((color) => dictColors[color] === label)

interface Row {
  type: string
  value: string
  label: string
  parent?: string
  state?: string
  color?: string
  remark?: string
}
const columns: readonly SheetColumn[] = [
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

/**
 * 导入字典值: rows are found by dictionary and code. An existing value is changed as the sheet says, but values are moved in the tree only on
 * the page.
 */
export function offerDictImport(k: Kernel): void {
  offersImport<Record<string, never>, Row>(k, DICT_IMPORT, {
    title: '导入字典值',
    open: async (scope) => {
      // Levels of the values that this file adds; a dry run does not write them, so they are remembered here.
      const coming = new Map<string, number>()
      return {
        columns,
        keyOf: ({ type, value }: Partial<Row>) => (type && value ? { key: `${type} ${value}`, column: VALUE } : null),
        faultsOf: async (db, rows) => {
          const judge = judgeOf(await knownTypes(db, rows), await standingOf(db, typesIn(rows)), coming)
          return rows.flatMap((row) => judge(row).errors)
        },
        apply: (db, rows, dry) => applyRows(scope, db, rows, dry, coming),
      }
    },
  })
  offersTemplate(k, DICT_IMPORT, async () => ({
    fileName: '字典值导入模板.xlsx',
    mime: XLSX,
    body: await templateSheet('字典值', columns),
  }))
}

export const importValues = (k: Kernel, call: Call, actor: Actor): Promise<ImportState> =>
  receiveImport(k, call, actor, DICT_IMPORT, importParts)

const standingOf = (db: Db, types: readonly string[]) =>
  db
    .selectFrom('dict_value')
    .select(['id', 'dict_type', 'value', 'label', 'parent', 'enabled', 'color', 'remark', 'sort'])
    .where('dict_type', 'in', ['', ...types])
    .execute()
type Standing = Awaited<ReturnType<typeof standingOf>>[number]

async function applyRows(
  { call }: ImportScope<unknown>,
  db: Db,
  rows: readonly ImportRow<Row>[],
  dry: boolean,
  coming: Map<string, number>,
): Promise<Applied> {
  const types = typesIn(rows)
  if (!dry) for (const type of types) await alone(db, type)
  const standing = await standingOf(db, types)
  const judge = judgeOf(await knownTypes(db, rows), standing, coming)
  const done: Applied = { added: 0, changed: 0, same: 0, errors: [] }
  for (const { row, value: asked } of rows) {
    const { old, level, errors } = judge({ row, value: asked })
    if (errors.length > 0) {
      done.errors.push(...errors)
      continue
    }
    const next = {
      label: asked.label,
      enabled: asked.state === undefined ? (old?.enabled ?? true) : asked.state === '启用',
      color: asked.color === undefined ? (old?.color ?? '') : colorNamed(asked.color)!,
      remark: asked.remark ?? old?.remark ?? '',
    }
    const isSame = old !== undefined && (Object.keys(next) as (keyof typeof next)[]).every((key) => old[key] === next[key])
    done[isSame ? 'same' : old ? 'changed' : 'added'] += 1
    if (!old) coming.set(`${asked.type} ${asked.value}`, (level ?? 0) + 1)
    if (isSame) continue
    const before = old && loggedValue(old)
    if (old) Object.assign(old, next)
    else
      standing.push({
        id: 0,
        dict_type: asked.type,
        value: asked.value,
        parent: asked.parent ?? null,
        sort: nextSort(standing, asked),
        ...next,
      })
    if (dry) continue
    if (old)
      await db
        .updateTable('dict_value')
        .set((e) => ({ ...next, version: e('version', '+', 1) }))
        .where('id', '=', old.id)
        .execute()
    else {
      const { dict_type, value, parent, sort } = standing.at(-1)!
      await db
        .insertInto('dict_value')
        .values({ dict_type, value, parent, sort, ...next })
        .execute()
    }
    await audit(db, call, {
      action: old ? 'dict.value.edit' : 'dict.value.add',
      objectType: 'dict_value',
      objectId: `${asked.type}.${asked.value}`,
      detail: {
        ...(before ? { before } : {}),
        after: loggedValue({ ...next, parent: before ? before.parent : (asked.parent ?? null) }),
        import: true,
      },
    })
  }
  return done
}

const nextSort = (standing: readonly Standing[], { type, parent }: Row) =>
  Math.max(-1, ...standing.filter((one) => one.dict_type === type && one.parent === (parent ?? null)).map(({ sort }) => sort)) + 1

/** Level of a value in its tree, 1 at the top; null when it does not exist. */
function levelOf(standing: readonly Standing[], coming: ReadonlyMap<string, number>, type: string, value: string): number | null {
  let level = 0
  for (let at: string | null = value; at !== null; level += 1) {
    const one = standing.find((row) => row.dict_type === type && row.value === at)
    if (!one) {
      const added = coming.get(`${type} ${at}`)
      return added === undefined ? null : level + added
    }
    at = one.parent
  }
  return level
}

type SomeRows = readonly ImportRow<Partial<Row>>[]
const typesIn = (rows: SomeRows): string[] => [...new Set(rows.flatMap(({ value }) => value.type ?? []))].toSorted()
const knownTypes = async (db: Db, rows: SomeRows): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await db
        .selectFrom('dict_type')
        .select('code')
        .where('code', 'in', ['', ...typesIn(rows)])
        .execute()
    ).map(({ code }) => code),
  )

/** The value that a row names, its level, and all that is wrong beyond single cells. A cell that is missing is not judged. */
const judgeOf =
  (known: ReadonlySet<string>, standing: readonly Standing[], coming: ReadonlyMap<string, number>) =>
  ({ row, value: { type, value, parent, label } }: ImportRow<Partial<Row>>) => {
    const errors: CellError[] = []
    const fault = (column: string, message: string) => errors.push({ row, column, message })
    if (type === undefined) return { old: undefined, level: null, errors }
    const old = standing.find((one) => one.dict_type === type && one.value === value)
    const level = parent === undefined ? 0 : levelOf(standing, coming, type, parent)
    if (!known.has(type)) {
      fault(TYPE, '没有这个字典，请先在页面上新增')
      return { old, level, errors }
    }
    if (level === null) fault(PARENT, '没有这个上级，请把上级写在它的前面')
    else if (!old && level + 1 > DICT_DEPTH) fault(PARENT, `字典值最多 ${DICT_DEPTH} 级`)
    if (old && parent !== undefined && old.parent !== parent) fault(PARENT, '已有的值换上级请在页面上办理')
    const above = old ? old.parent : (parent ?? null)
    const isTwin = (one: Standing) => one.dict_type === type && one.value !== value && one.parent === above && one.label === label
    if (value !== undefined && standing.some(isTwin)) fault(LABEL, '同级已有这个名称')
    return { old, level, errors }
  }

import { DICT_DEPTH, DICT_IMPORT, isSystemDict, SYSTEM_DICT } from '../../../contract/dictionary.ts'
import { importParts, type ImportState } from '../../../contract/imports.ts'
import type { Actor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit/audit.ts'
import type { Db } from '../../kernel/db/index.ts'
import { offersTemplate } from '../../kernel/files/templates.ts'
import { offersImport, type Applied, type ImportRow, type ImportScope } from '../../kernel/import/importers.ts'
import { receiveImport } from '../../kernel/import/receive.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import type { CellError } from '../../kernel/sheet/check.ts'
import { templateSheet } from '../../kernel/sheet/write.ts'
import { keepChange } from '../../kernel/way-back.ts'
import { alone, valueKind, valueValues } from './back.ts'
import { dictionariesChanged } from './changed.ts'
import { colorNamed, columns, LABEL, PARENT, TYPE, VALUE, XLSX, type Row } from './export-values.ts'
import { loggedValue } from './values.ts'

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
        apply: async (db, rows, dry) => {
          const applied = await applyRows(scope, db, rows, dry, coming)
          if (!dry) await dictionariesChanged(k, db)
          return applied
        },
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
    const next = nextOf(asked, old)
    const isSame = saysSame(next, old)
    done[isSame ? 'same' : old ? 'changed' : 'added'] += 1
    if (!old) coming.set(`${asked.type} ${asked.value}`, (level ?? 0) + 1)
    if (isSame) continue
    const before = old && loggedValue(old)
    const kept = old && valueValues(old)
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
    const saved = old ?? standing.at(-1)!
    if (old)
      await db
        .updateTable('dict_value')
        .set((e) => ({ ...next, version: e('version', '+', 1) }))
        .where('id', '=', old.id)
        .execute()
    else {
      const { dict_type, value, parent, sort } = standing.at(-1)!
      const made = await db
        .insertInto('dict_value')
        .values({ dict_type, value, parent, sort, ...next })
        .returning('id')
        .executeTakeFirstOrThrow()
      saved.id = made.id
    }
    await keepChange(db, call, {
      kind: valueKind(asked.type),
      rowId: saved.id,
      name: next.label,
      before: kept ?? null,
      after: valueValues(saved),
    })
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

const nextOf = (asked: Partial<Row>, old: Standing | undefined) => ({
  label: asked.label ?? old?.label ?? '',
  enabled: asked.state === undefined ? (old?.enabled ?? true) : asked.state === '启用',
  color: asked.color === undefined ? (old?.color ?? '') : colorNamed(asked.color)!,
  remark: asked.remark ?? old?.remark ?? '',
})
const saysSame = (next: ReturnType<typeof nextOf>, old: Standing | undefined): boolean =>
  old !== undefined && (Object.keys(next) as (keyof typeof next)[]).every((key) => old[key] === next[key])

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
  ({ row, value: asked }: ImportRow<Partial<Row>>) => {
    const { type, value, parent, label } = asked
    const errors: CellError[] = []
    const fault = (column: string, message: string) => errors.push({ row, column, message })
    if (type === undefined) return { old: undefined, level: null, errors }
    const old = standing.find((one) => one.dict_type === type && one.value === value)
    const level = parent === undefined ? 0 : levelOf(standing, coming, type, parent)
    if (!known.has(type)) {
      fault(TYPE, '没有这个字典，请先在页面上新增')
      return { old, level, errors }
    }
    // The sheet of all dictionaries also holds these; what it leaves as it is, it may say.
    if (isSystemDict(type) && !saysSame(nextOf(asked, old), old)) fault(TYPE, SYSTEM_DICT)
    if (level === null) fault(PARENT, '没有这个上级，请把上级写在它的前面')
    else if (!old && level + 1 > DICT_DEPTH) fault(PARENT, `字典值最多 ${DICT_DEPTH} 级`)
    if (old && parent !== undefined && old.parent !== parent) fault(PARENT, '已有的值换上级请在页面上办理')
    const alike = (one: Standing) => one.dict_type === type && one.value !== value && one.value.toLowerCase() === value?.toLowerCase()
    const double = old ? undefined : standing.find(alike)
    if (double) fault(VALUE, `已有只差大小写的代码 ${double.value}，请换一个`)
    const above = old ? old.parent : (parent ?? null)
    const isTwin = (one: Standing) => one.dict_type === type && one.value !== value && one.parent === above && one.label === label
    if (value !== undefined && standing.some(isTwin)) fault(LABEL, '同级已有这个名称')
    return { old, level, errors }
  }

import { isSystemDict, SYSTEM_DICT } from '../../../contract/dictionary.ts'
import { audit } from '../../kernel/audit/audit.ts'
import type { Db } from '../../kernel/db/index.ts'
import { conflict, refused } from '../../kernel/errors.ts'
import { kernelOf } from '../../kernel/kernel-of.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { keepChange } from '../../kernel/way-back.ts'
import { alone, keptValue, valueKind, valueValues } from './back.ts'
import { changingDictionaries } from './changed.ts'
import { refuseUsed } from './uses.ts'
import { gone, loggedValue } from './values.ts'

/** Deletes dictionary values, all or none. Refused when one is built in, in use, or has values below it. */
export const removeValues = (k: Kernel, call: Call, ids: readonly number[]): Promise<true> =>
  changingDictionaries(k, (db) => takeValuesAway(db, call, ids))

/** One value, in the transaction of a change that waited for its time. */
export async function takeValueAway(db: Db, call: Call, { id, version }: { id: number; version: number }): Promise<true> {
  const row = await db.selectFrom('dict_value').select('version').where('id', '=', id).forUpdate().executeTakeFirst()
  if (row && row.version !== version) throw conflict()
  return takeValuesAway(db, call, [id])
}

async function takeValuesAway(db: Db, call: Call, ids: readonly number[]): Promise<true> {
  const rows = await db
    .selectFrom('dict_value')
    .select(['id', 'version', 'built_in', ...keptValue])
    .where('id', 'in', [...ids])
    .execute()
  if (rows.length < new Set(ids).size) throw gone()
  if (rows.some((row) => isSystemDict(row.dict_type))) throw refused(SYSTEM_DICT)
  for (const type of [...new Set(rows.map((row) => row.dict_type))].toSorted()) {
    await alone(db, type)
    for (const row of rows.filter(({ dict_type }) => dict_type === type)) {
      if (row.built_in) throw refused(`“${row.label}”是平台自带的值，不能删除，可以停用`, 'IN_USE')
      await refuseUsed(kernelOf(db), db, type, `“${row.label}”`, [row.value])
    }
    const left = await db
      .selectFrom('dict_value')
      .select('label')
      .where('dict_type', '=', type)
      .where(
        'parent',
        'in',
        rows.filter(({ dict_type }) => dict_type === type).map(({ value }) => value),
      )
      .where('id', 'not in', [...ids])
      .limit(1)
      .executeTakeFirst()
    if (left) throw refused(`请先删除或移走下级“${left.label}”`, 'IN_USE')
  }
  await db
    .deleteFrom('dict_value')
    .where('id', 'in', [...ids])
    .execute()
  for (const row of below(rows)) {
    await keepChange(db, call, {
      kind: valueKind(row.dict_type),
      rowId: row.id,
      name: row.label,
      before: { ...valueValues(row), version: row.version },
      after: null,
    })
    await audit(db, call, {
      action: 'dict.value.delete',
      objectType: 'dict_value',
      objectId: `${row.dict_type}.${row.value}`,
      detail: { before: loggedValue(row) },
    })
  }
  return true
}

/** Values below others first: taken back from the newest to the oldest, a parent is there before what was below it. */
const below = <R extends { dict_type: string; value: string; parent: string | null }>(rows: readonly R[]): R[] => {
  const depth = (row: R): number => {
    const up = rows.find((one) => one.dict_type === row.dict_type && one.value === row.parent)
    return up ? 1 + depth(up) : 0
  }
  return rows.toSorted((a, b) => depth(b) - depth(a))
}

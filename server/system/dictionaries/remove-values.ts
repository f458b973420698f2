import { audit } from '../../kernel/audit/audit.ts'
import { refused } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { refuseUsed } from './uses.ts'
import { alone, gone, loggedValue } from './values.ts'

/** Deletes dictionary values, all or none. Refused when one is built in, in use, or has values below it. */
export const removeValues = (k: Kernel, call: Call, ids: readonly number[]): Promise<true> =>
  k.db.transaction().execute(async (db): Promise<true> => {
    const rows = await db
      .selectFrom('dict_value')
      .select(['id', 'dict_type', 'value', 'label', 'built_in', 'remark', 'color', 'enabled', 'parent'])
      .where('id', 'in', [...ids])
      .execute()
    if (rows.length < new Set(ids).size) throw gone()
    for (const type of [...new Set(rows.map((row) => row.dict_type))].toSorted()) {
      await alone(db, type)
      for (const row of rows.filter(({ dict_type }) => dict_type === type)) {
        if (row.built_in) throw refused(`“${row.label}”是平台自带的值，不能删除，可以停用`, 'IN_USE')
        await refuseUsed(k, db, type, `“${row.label}”`, [row.value])
      }
      const below = await db
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
      if (below) throw refused(`请先删除或移走下级“${below.label}”`, 'IN_USE')
    }
    await db
      .deleteFrom('dict_value')
      .where('id', 'in', [...ids])
      .execute()
    for (const row of rows)
      await audit(db, call, {
        action: 'dict.value.delete',
        objectType: 'dict_value',
        objectId: `${row.dict_type}.${row.value}`,
        detail: { before: loggedValue(row) },
      })
    return true
  })

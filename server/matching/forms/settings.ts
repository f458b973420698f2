import type { QuestionnaireSettings } from '../../../contract/matching/forms.ts'
import { signedIn } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit/audit.ts'
import type { Db } from '../../kernel/db/index.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { fieldOf } from '../catalogue.ts'

/** Asked of everybody unless an editor changes it: nearly every rule needs these facts. */
const shipped: QuestionnaireSettings = {
  pinned: ['registeredDate', 'industryCode', 'employees', 'revenueY1', 'totalAssetsY1'],
  hidden: [],
  length: 20,
}

export async function questionnaireSettings(db: Db) {
  const row = await db
    .selectFrom('calculator_setting as s')
    .leftJoin('sys_user as u', 'u.id', 's.updated_by')
    .select(['s.settings', 's.updated_at', 'u.name as by_name'])
    .where('s.id', '=', 1)
    .executeTakeFirst()
  return { settings: row?.settings ?? shipped, updateTime: row?.updated_at ?? null, updateBy: row?.by_name ?? null }
}

export async function saveQuestionnaireSettings(k: Kernel, call: Call, given: QuestionnaireSettings): Promise<true> {
  const faults = (['pinned', 'hidden'] as const).flatMap((list) =>
    given[list].flatMap((key, i) => {
      const field = fieldOf(key)
      const path = `${list}.${i}`
      if (!field || field.derived) return [{ path, message: `没有这个档案字段：${key}` }]
      if (given[list].indexOf(key) !== i) return [{ path, message: `“${field.label}”重复` }]
      return list === 'hidden' && given.pinned.includes(key) ? [{ path, message: `“${field.label}”已设为必问` }] : []
    }),
  )
  if (given.length < given.pinned.length) faults.push({ path: 'length', message: `问题总数不能少于必问的 ${given.pinned.length} 个` })
  if (faults.length) throw invalid(faults)
  const row = { settings: JSON.stringify(given), updated_at: k.clock.now(), updated_by: signedIn(call.actor).userId }
  return k.db.transaction().execute<true>(async (db) => {
    await db
      .insertInto('calculator_setting')
      .values({ id: 1, ...row })
      .onConflict((c) => c.column('id').doUpdateSet(row))
      .execute()
    await audit(db, call, { action: 'calculator.settings.save', objectType: 'calculator', objectId: 1, detail: given })
    return true
  })
}

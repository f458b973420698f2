import type { Parsed } from '../../contract/endpoint.ts'
import type { smsLimit, SmsLimitsFound } from '../../contract/sms/limits.ts'
import { smsShares, smsShareNames } from '../../contract/sms/states.ts'
import { signedIn } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import { conflict, invalidField } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { forgetSmsLimits, smsProviders, storedLimits, usedBudgets } from '../system/index.ts'

/** The limits with what of the budgets is used. */
export async function findLimits(k: Kernel): Promise<SmsLimitsFound> {
  const { limits, version, by, at } = await storedLimits(k, k.db)
  const used = await usedBudgets(k, limits)
  const providers = smsProviders(k).map(({ name }) => name)
  return { ...limits, version, updateTime: at, updatedBy: by, usedToday: used.today, usedThisMonth: used.month, providers }
}

/** Changes the limits for all processes; each of them reads them anew within a second (ADR 0995). */
export async function saveLimits(k: Kernel, call: Call, asked: Parsed<typeof smsLimit.save>['body']): Promise<SmsLimitsFound> {
  const actor = signedIn(call.actor)
  const { version, ...limits } = asked
  if (limits.monthly < limits.daily) throw invalidField('monthly', '每月的条数不能少于每天的')
  if (limits.codeDay < limits.codeHour) throw invalidField('codeDay', '每天的条数不能少于每小时的')
  const shared = smsProviders(k).flatMap(({ name }) => smsShareNames.filter((one) => one === name))
  if (shared.length > 0 && shared.every((name) => limits[name] === 0))
    throw invalidField(shared[0]!, `至少一家服务商的份额大于 0：${shared.map((name) => smsShares[name]).join('、')}`)
  await k.db.transaction().execute(async (db) => {
    const before = await storedLimits(k, db)
    if (before.version !== version) throw conflict()
    const row = { limits: JSON.stringify(limits), updated_by: actor.userId, updated_by_name: actor.name, updated_at: k.clock.now() }
    // Of two officers who save at once, one finds the version changed, or the first row already there.
    const done =
      version === 0
        ? await db
            .insertInto('sms_limit')
            .values(row)
            .onConflict((c) => c.doNothing())
            .returning('id')
            .executeTakeFirst()
        : await db
            .updateTable('sms_limit')
            .set({ ...row, version: version + 1 })
            .where('version', '=', version)
            .returning('id')
            .executeTakeFirst()
    if (!done) throw conflict()
    await audit(db, call, {
      action: 'smsLimit.save',
      objectType: 'smsLimit',
      objectId: 1,
      detail: { before: before.limits, after: limits },
    })
  })
  forgetSmsLimits(k)
  return findLimits(k)
}

import type { z } from 'zod'
import { appealCodes, appealPauses, PAUSE_DAYS_MAX, type AppealPause } from '../../contract/appeal/states.ts'
import type { PauseAppeal } from '../../contract/appeal.ts'
import { signedIn } from '../kernel/actor.ts'
import { systemCall } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { invalidField, refused } from '../kernel/errors.ts'
import { move } from '../kernel/flow.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { moveEnd, pausedFor } from './clock.ts'
import { appealFlow } from './flow.ts'
import { changingAppeals } from './kept.ts'
import { lockAppeals, movingTogether, type LockedAppeal } from './locking.ts'
import { tellOffices, tellSender } from './telling.ts'

/** Ends a pause: the promised end moves by exactly the working days of the pause. Changes nothing while the clock runs. */
export async function endOfPause(k: Kernel, db: Db, row: Pick<LockedAppeal, 'paused_at' | 'paused_days' | 'deadline' | 'warn_at'>) {
  if (row.paused_at === null) return {}
  const days = Math.min(await pausedFor(db, row.paused_at, k.clock.now()), PAUSE_DAYS_MAX - row.paused_days)
  return {
    paused_at: null,
    pause_kind: null,
    pause_reason: null,
    paused_days: row.paused_days + days,
    ...(days > 0 ? await moveEnd(db, row, days) : {}),
  }
}

/** Pauses the clock; the sender reads the reason. For outside parties the service centre pauses, because the office would benefit. */
export const pauseAppeal = (k: Kernel, call: Call, { id, version, kind, reason }: z.output<typeof PauseAppeal>) =>
  movingTogether(k, call, id, async (db, row) => {
    const pause = kind as AppealPause
    if (pause === 'outside' && !signedIn(call.actor).permissions.has('appeal:dispatch'))
      throw invalidField('kind', `“${appealPauses.outside}”须由服务中心批准后暂停`)
    if (row.led && (row.paused_days >= PAUSE_DAYS_MAX || row.paused_at !== null)) return row
    if (row.paused_days >= PAUSE_DAYS_MAX) throw refused(`暂停累计已满 ${PAUSE_DAYS_MAX} 个工作日，不能再暂停`, 'STATE')
    const moved = await move(db, call, appealFlow, row, {
      move: 'pause',
      version: row.led ? row.version : (version ?? row.version),
      reason,
      set: { pause_kind: pause, pause_reason: reason, paused_at: k.clock.now() },
      payload: { kind: appealPauses[pause] },
      detail: { kind: appealPauses[pause] },
    })
    await tellSender(k, db, row.id, `暂停计时：${appealPauses[pause]}`, reason)
    return moved
  })

export const resumeAppeal = (k: Kernel, call: Call, { id, version }: { id: number; version?: number | undefined }) =>
  movingTogether(k, call, id, async (db, row) => {
    if (row.led && row.paused_at === null) return row
    const moved = await move(db, call, appealFlow, row, {
      move: 'resume',
      version: row.led ? row.version : (version ?? row.version),
      set: await endOfPause(k, db, row),
    })
    await tellSender(k, db, row.id, '恢复计时')
    return moved
  })

/** Resumes the clock when an appeal's pauses have used up the working days that all pauses together may take. */
export async function endFullPauses(k: Kernel): Promise<void> {
  const paused = await k.db
    .selectFrom('appeal')
    .select(['id', 'paused_at', 'paused_days'])
    .where('paused_at', 'is not', null)
    .where('state', '=', appealCodes.code.dealing)
    .where('deleted', '=', false)
    .orderBy('id')
    .execute()
  const isFull = async ({ paused_at, paused_days }: { paused_at: string | null; paused_days: number }) =>
    paused_at !== null && paused_days + (await pausedFor(k.db, paused_at, k.clock.now())) >= PAUSE_DAYS_MAX
  for (const one of paused) {
    if (!(await isFull(one))) continue
    await changingAppeals(k, async (db) => {
      const row = (await lockAppeals(k, db, [one.id])).find(({ id }) => id === one.id)
      if (row?.paused_at !== one.paused_at || row.state !== appealCodes.code.dealing) return
      const wish = { version: row.version, bySystem: true, reason: `暂停累计已满 ${PAUSE_DAYS_MAX} 个工作日` }
      await move(db, systemCall('job'), appealFlow, row, { ...wish, move: 'resume', set: await endOfPause(k, db, row) })
      if (row.merged_into === null) await tellOffices(k, db, row.id, row.writers, '暂停期满、恢复计时的诉求', wish.reason)
      await tellSender(k, db, row.id, '恢复计时', wish.reason)
    })
  }
}

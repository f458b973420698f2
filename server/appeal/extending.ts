import type { z } from 'zod'
import type { ExtendAppeal } from '../../contract/appeal.ts'
import { signedIn } from '../kernel/actor.ts'
import { invalidField } from '../kernel/errors.ts'
import { move } from '../kernel/flow.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { moveEnd } from './clock.ts'
import { appealFlow } from './flow.ts'
import { movingTogether } from './locking.ts'
import { tellCentre, tellOffices, tellSender } from './telling.ts'

/** What an office asked for is not the wish of the next one, nor one for another promise. */
export const noLongerAsked = { extend_days: null, extend_reason: null }

/**
 * One extension: the responsible office asks, the service centre grants or refuses, and the sender reads the reason (ADR 0441). Merged
 * appeals get the same days, unless their own deadline has passed.
 */
export const extendAppeal = (k: Kernel, call: Call, { id, version, days, reason }: z.output<typeof ExtendAppeal>) =>
  movingTogether(k, call, id, async (db, row) => {
    const decides = signedIn(call.actor).permissions.has('appeal:dispatch')
    const wish = { version: row.led ? row.version : (version ?? row.version), reason, detail: { days } }
    if (row.led && (!decides || days === 0 || row.extended_days > 0 || (row.deadline ?? '') < row.now)) return row
    if (!decides) {
      if (days === 0) throw invalidField('days', '请填写延期的工作日')
      const asked = { extend_days: days, extend_reason: reason }
      const moved = await move(db, call, appealFlow, row, { ...wish, move: 'extendAsk', set: asked, payload: { days } })
      await tellCentre(k, db, id, '部门申请延期的诉求')
      return moved
    }
    if (days === 0) {
      const moved = await move(db, call, appealFlow, row, { ...wish, move: 'extendRefuse', set: noLongerAsked })
      await tellOffices(k, db, id, row.writers, '延期未获同意的诉求', reason)
      return moved
    }
    const moved = await move(db, call, appealFlow, row, {
      ...wish,
      move: 'extend',
      set: { ...noLongerAsked, extended_days: days, ...(await moveEnd(db, row, days)) },
      payload: { days },
    })
    if (!row.led) await tellOffices(k, db, id, row.writers, `延期 ${days} 个工作日的诉求`, reason)
    await tellSender(k, db, row.id, `延期 ${days} 个工作日办理`, reason)
    return moved
  })

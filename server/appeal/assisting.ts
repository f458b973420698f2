import type { z } from 'zod'
import type { AssistAppeal } from '../../contract/appeal.ts'
import { signedIn } from '../kernel/actor.ts'
import { move } from '../kernel/flow.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { appealFlow } from './flow.ts'
import { moving } from './locking.ts'
import { informOffices } from './telling.ts'

/** An assisting office sends its opinion to the responsible office, which writes the answer (ADR 0807). */
export const assistAppeal = (k: Kernel, call: Call, { id, version, content }: z.output<typeof AssistAppeal>) =>
  moving(k, call, id, async (db, row) => {
    const { officeId } = signedIn(call.actor)
    const moved = await move(db, call, appealFlow, row, { move: 'assist', version: version ?? row.version, reason: content })
    await db
      .updateTable('appeal_office')
      .set({ assisted_at: k.clock.now() })
      .where('appeal_id', '=', id)
      .where('office_id', '=', officeId)
      .execute()
    await informOffices(k, db, id, row.writers.slice(0, 1), '协办部门已提意见', content)
    return moved
  })

import type { z } from 'zod'
import { appealCodes } from '../../contract/appeal/states.ts'
import type { MergeAppeals } from '../../contract/appeal.ts'
import { signedIn } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { invalidField, refused } from '../kernel/errors.ts'
import { move } from '../kernel/flow.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { noLongerAsked } from './extending.ts'
import { appealFlow } from './flow.ts'
import { changingAppeals } from './kept.ts'
import { giveTo, lockAppeals, type LockedAppeal } from './locking.ts'
import { endOfPause } from './pausing.ts'
import { seenBy } from './queries.ts'
import { stepDone, tellSender } from './telling.ts'

const { waiting, dealing } = appealCodes.code

/** Merges appeals with one cause: they follow the leading one and get its answer. All of them, or none (ADR 0440). */
export const mergeAppeals = (k: Kernel, call: Call, { ids, leadId }: z.output<typeof MergeAppeals>) =>
  changingAppeals(k, async (db) => {
    const wanted = [...new Set(ids)].filter((id) => id !== leadId)
    if (wanted.length === 0) throw invalidField('ids', '请另选至少一件诉求')
    const seen = await seenBy(db, signedIn(call.actor))
      .where('a.id', 'in', [...wanted, leadId])
      .select('a.id')
      .execute()
    const seesAll = new Set(seen.map((row) => row.id))
    if (!seesAll.has(leadId)) throw invalidField('leadId', '主办的诉求不存在或已被删除')
    if (wanted.some((id) => !seesAll.has(id))) throw invalidField('ids', '所选的诉求有的不存在或已被删除')
    const rows = new Map((await lockAppeals(k, db, [...wanted, leadId])).map((row) => [row.id, row]))
    const lead = leading(rows, leadId)
    for (const id of wanted) await follow(k, db, call, rows, id, lead)
    return { id: leadId, merged: wanted.length }
  })

function leading(rows: ReadonlyMap<number, LockedAppeal>, id: number): LockedAppeal & { appeal_no: string } {
  const lead = rows.get(id)
  if (!lead?.appeal_no) throw invalidField('leadId', '主办的诉求不存在或已被删除')
  if (lead.merged_into !== null) throw invalidField('leadId', '主办的诉求已合并到另一件，请以那一件为主')
  if (lead.state !== waiting && lead.state !== dealing)
    throw invalidField('leadId', `主办的诉求${appealCodes.labels[lead.state as keyof typeof appealCodes.labels]}，不能再合并`)
  return { ...lead, appeal_no: lead.appeal_no }
}

async function follow(
  k: Kernel,
  db: Db,
  call: Call,
  rows: ReadonlyMap<number, LockedAppeal>,
  id: number,
  lead: LockedAppeal & { appeal_no: string },
): Promise<void> {
  const row = rows.get(id)
  if (!row) throw invalidField('ids', '所选的诉求有的不存在或已被删除')
  const named = `“${row.title}”`
  if ([...rows.values()].some((other) => other.merged_into === id)) throw refused(`${named}下已合并有其他诉求，请以它为主`, 'STATE')
  if (row.redone) throw refused(`${named}是重办的诉求，须单独办理`, 'STATE')
  if (row.state === dealing && lead.state === waiting) throw refused(`${named}已经转办，请以已转办的为主`, 'STATE')
  await move(
    db,
    call,
    appealFlow,
    { ...row, lead_state: lead.state },
    {
      move: 'merge',
      version: row.version,
      set: {
        merged_into: lead.id,
        office_id: lead.office_id,
        assigned_at: lead.assigned_at,
        ...noLongerAsked,
        ...(await endOfPause(k, db, row)),
      },
      payload: { lead: lead.appeal_no },
      detail: { lead: lead.appeal_no },
    },
  )
  const [main = null, ...assist] = lead.writers
  await giveTo(db, id, main, assist)
  await stepDone(k, db, id)
  await tellSender(k, db, id, '与同一原因的诉求合并办理', '答复会单独告诉您，您可以单独评价。')
}

import { enterDirect } from '../declaration/index.ts'
import { signedIn } from '../kernel/actor.ts'
import { AppError, conflict, forbidden, refused } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { lockList } from './access.ts'
import { moveList, moveRow } from './move.ts'
import { shapersOf } from './preparers.ts'

const BATCH = 100

/**
 * Turns every company that agreed into one allowance, exactly once. Row and allowance change in one transaction under the lock of the list.
 * The work is done in batches, so that an interrupted run continues where it stopped. An obstacle at one company is recorded in its row;
 * the list is done when no row has one.
 */
export async function handOver(
  k: Kernel,
  call: Call,
  { id, version }: { id: number; version: number },
): Promise<{ handed: number; held: number }> {
  const actor = signedIn(call.actor)
  let handed = 0
  // A closed list is prepared no more, so they are the same for every batch.
  let makerIds: number[] | undefined
  for (let after = 0, first = true; ; first = false) {
    const step = await k.db.transaction().execute(async (db) => {
      const list = await lockList(db, actor, id)
      if (list.state !== 'closed') throw refused(list.state === 'done' ? '名单已移交' : '公示结束后才能移交', 'STATE')
      if (!actor.permissions.has('direct:manage')) throw forbidden()
      if (first && version !== list.version) throw conflict()
      const rows = await db
        .selectFrom('direct_row')
        .select(['id', 'company_id', 'amount', 'state'])
        .where('list_id', '=', id)
        .where('state', 'in', ['consented', 'held'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(BATCH)
        .forUpdate()
        .execute()
      makerIds ??= await shapersOf(db, list)
      let done = 0
      for (const row of rows) {
        try {
          const allowanceId = await enterDirect(k, db, call, {
            companyId: row.company_id,
            policyId: list.policy_id,
            projectName: list.title,
            year: list.year,
            amount: row.amount,
            officeId: list.office_id,
            note: `免申即享名单 ${list.id}，${list.confirmed_by_name ?? ''}确认`,
            confirmedBy: list.confirmed_by_name ?? '',
            confirmerId: list.confirmed_by,
            makerIds,
            publicFrom: list.public_from!,
            publicTo: list.public_to!,
          })
          await moveRow(k, db, call, list, row, { move: 'hand', who: 'list', reason: null, set: { allowance_id: allowanceId } })
          done++
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== 'INVALID') throw error
          if (row.state === 'consented') await moveRow(k, db, call, list, row, { move: 'hold', who: 'list', reason: error.message })
        }
      }
      if (rows.length === BATCH) return { done, next: rows.at(-1)!.id }
      const { held } = await db
        .selectFrom('direct_row')
        .select((e) => e.fn.countAll<number>().as('held'))
        .where('list_id', '=', id)
        .where('state', '=', 'held')
        .executeTakeFirstOrThrow()
      if (held === 0) await moveList(k, db, call, list, { move: 'handOver' })
      return { done, next: null, held }
    })
    handed += step.done
    if (step.next === null) return { handed, held: step.held }
    after = step.next
  }
}

import { POLICY_STATE } from '../../contract/policy/codes.ts'
import { today } from '../kernel/clock.ts'
import type { Kernel } from '../kernel/kernel.ts'

export interface Deadline {
  id: number
  title: string
  depName: string
  applyTo: string
}

/** Deadlines from today on, nearest first, of a user's favourites and of the given policies. */
export const calendarDeadlines = async (k: Kernel, userId: number, ids: readonly number[], limit: number): Promise<Deadline[]> =>
  (
    await k.db
      .selectFrom('policy as p')
      .select(['p.id', 'p.title', 'p.dep_name as depName', 'p.apply_to as applyTo'])
      .where('p.state', '=', POLICY_STATE.published)
      .where('p.deleted', '=', false)
      .where('p.apply_to', '>=', today(k.clock))
      .where((e) => e.or([e('p.repealed_on', 'is', null), e('p.repealed_on', '>', today(k.clock))]))
      .where((e) =>
        e.or([
          e('p.id', 'in', e.selectFrom('policy_favourite as f').select('f.policy_id').where('f.user_id', '=', userId)),
          e('p.id', '=', e.fn.any(e.val([...ids]))),
        ]),
      )
      .orderBy('p.apply_to')
      .orderBy('p.id')
      .limit(limit)
      .execute()
  ).map((row) => ({ ...row, applyTo: row.applyTo! }))

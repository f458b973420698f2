import type { Db } from '../kernel/db/index.ts'
import { sendFlow } from './send-flow.ts'

/** Names of those who wrote each send: its author, and everybody who edited it for the last submission or since. */
export async function authorsOf(db: Db, sends: readonly { id: number; created_by_name: string }[]): Promise<ReadonlyMap<number, string>> {
  const steps =
    sends.length === 0
      ? []
      : await db
          .selectFrom('flow_log')
          .select(['row_id', 'move', 'actor_name'])
          .where('flow', '=', sendFlow.name)
          .where(
            'row_id',
            'in',
            sends.map(({ id }) => id),
          )
          .where('move', 'in', ['change', 'submit'])
          .orderBy('id')
          .execute()
  return new Map(
    sends.map(({ id, created_by_name }) => {
      let names: string[] = []
      let isSubmitted = false
      for (const { move, actor_name } of steps.filter((one) => one.row_id === id)) {
        if (move === 'submit') isSubmitted = true
        else {
          // The first edit after a submission begins what the next one will contain.
          names = isSubmitted ? [actor_name] : [...names, actor_name]
          isSubmitted = false
        }
      }
      return [id, [...new Set([created_by_name, ...names])].join('、')]
    }),
  )
}

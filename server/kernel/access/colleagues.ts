import type { Db } from '../db/index.ts'

/**
 * Locks the accounts of people to whom the transaction will give work, before it checks whether they are at work: an account cannot be
 * disabled between the check and the assignment, and a disabling that came first is seen by the check. Call it before any record is locked,
 * for disabling locks the account first and what the person has in hand after it. `changing`: the account that the transaction itself
 * changes. All are locked by their ids, so that two people who hand over to each other wait instead of blocking each other.
 */
export async function lockColleagues(db: Db, ids: readonly number[], changing?: number): Promise<void> {
  const all = new Set(changing === undefined ? ids : [...ids, changing])
  for (const id of [...all].sort((a, b) => a - b)) {
    const row = db.selectFrom('sys_user').select('id').where('id', '=', id)
    await (id === changing ? row.forUpdate() : row.forShare()).execute()
  }
}

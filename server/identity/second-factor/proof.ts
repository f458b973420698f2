import type { Db } from '../../kernel/db/index.ts'
import { openPii } from '../../kernel/access/pii.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { recoveryHash } from './recovery.ts'
import { stepOf } from './totp.ts'

export interface FactorRow {
  user_id: number
  secret: string
  enabled_at: string | null
  last_step: number
}

export const factorOf = (db: Db, userId: number): Promise<FactorRow | undefined> =>
  db.selectFrom('second_factor').select(['user_id', 'secret', 'enabled_at', 'last_step']).where('user_id', '=', userId).executeTakeFirst()

/** Checks and consumes a code: of several parallel calls with the same code one succeeds, and later ones fail. */
export async function useCode(k: Kernel, db: Db, factor: FactorRow, code: string): Promise<boolean> {
  const step = stepOf(openPii(k, factor.secret), code, k.clock.now())
  if (step === null) return false
  const taken = await db
    .updateTable('second_factor')
    .set({ last_step: step })
    .where('user_id', '=', factor.user_id)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}

/** A recovery code opens one log-in and is then consumed. */
export async function useRecovery(k: Kernel, db: Db, userId: number, code: string): Promise<boolean> {
  const used = await db
    .updateTable('recovery_code')
    .set({ used_at: k.clock.now() })
    .where('user_id', '=', userId)
    .where('hash', '=', recoveryHash(userId, code))
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}

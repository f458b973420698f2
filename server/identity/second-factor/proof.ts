import type { Db } from '../../kernel/db/index.ts'
import { openPii } from '../../kernel/access/pii.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { recoveryHash } from './recovery.ts'
import { stepOf } from './totp.ts'

/** a code of the app; anything else is a recovery code */
export const SIX_DIGITS = /^\d{6}$/

export interface FactorRow {
  user_id: number
  secret: string
  enabled_at: string
  last_step: number
}

/** The factor of an account. One that is being bound counts as none. */
export const factorOf = (db: Db, userId: number): Promise<FactorRow | undefined> =>
  db
    .selectFrom('second_factor')
    .select(['user_id', 'secret', 'enabled_at', 'last_step'])
    .where('user_id', '=', userId)
    .where('enabled_at', 'is not', null)
    .$narrowType<{ enabled_at: string }>()
    .executeTakeFirst()

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

/**
 * One try with a recovery code, which opens one log-in and is then consumed. A person who gives one of their present codes again is told that it
 * was used. A spent code and one that never existed run the same statements, so that the time says nothing about a guess.
 */
export function recoveryTry(k: Kernel, code: string) {
  let isSpent = false
  return {
    fits: async (db: Db, userId: number): Promise<boolean> => {
      const hash = recoveryHash(userId, code)
      const used = await db
        .updateTable('recovery_code')
        .set({ used_at: k.clock.now() })
        .where('user_id', '=', userId)
        .where('hash', '=', hash)
        .where('used_at', 'is', null)
        .returning('user_id')
        .executeTakeFirst()
      if (used) return true
      const known = db.selectFrom('recovery_code').select('user_id').where('user_id', '=', userId).where('hash', '=', hash)
      isSpent = (await known.executeTakeFirst()) !== undefined
      return false
    },
    fault: () => (isSpent ? '这个恢复码已经用过，请换一个没有用过的' : '恢复码错误，请核对后重新输入'),
  }
}

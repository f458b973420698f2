import { AppError, tooMany } from '../kernel/errors.ts'
import { sourceOf } from '../kernel/http/limits.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { SOURCE } from './limits.ts'
import { admit, isLocked } from './throttle-queries.ts'

const sourceKey = (call: Call) => `source:${sourceOf(call.ip)}`

/** Whether the source of a call has failed too often; every way to log in asks it and counts with it. */
export const isSourceLocked = (k: Kernel, call: Call): Promise<boolean> => isLocked(k.db, sourceKey(call), k.clock.now())

export const countAgainstSource = async (k: Kernel, call: Call): Promise<void> => {
  await admit(k.db, sourceKey(call), SOURCE, k.clock.now())
}

/** Runs a log-in without a password: refused while its source is locked, and a refusal with one of the codes `counted` counts against it. */
export async function underSourceLock<T>(k: Kernel, call: Call, counted: readonly string[], work: () => Promise<T>): Promise<T> {
  if (await isSourceLocked(k, call)) throw tooMany(SOURCE.lockMs / 1000)
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError && counted.includes(error.code)) await countAgainstSource(k, call)
    throw error
  }
}

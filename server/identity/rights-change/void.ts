import type { Db } from '../../kernel/db/index.ts'
import { move } from '../../kernel/flow.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { givenPerKernel } from '../../kernel/per-kernel.ts'
import { changeFlow, type ChangeStanding } from './flow.ts'

/** Tells the security officers that a change of rights is void, in the transaction that makes it so. */
type Tell = (db: Db, change: { id: number; title: string; reason: string; except: number | null }) => Promise<unknown>

const telling = givenPerKernel<Tell>()
/** Notices belong to a domain that depends on this one, so a later domain registers this. */
export const tellsVoidChanges = telling.give

/** Ends a change whose basis is gone, and says why to those who asked for it and approved it. */
export async function makeVoid(k: Kernel, db: Db, call: Call, row: ChangeStanding & { title: string }, reason: string): Promise<void> {
  const { id, title, version } = row
  await move(db, call, changeFlow, row, { move: 'lapse', version, bySystem: true, reason, set: { opinion: reason }, detail: { title } })
  await telling.of(k)?.(db, { id, title, reason, except: call.actor?.userId ?? null })
}

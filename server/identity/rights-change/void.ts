import type { Db } from '../../kernel/db/index.ts'
import { move } from '../../kernel/flow.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { rightsNotices } from '../rights-notices.ts'
import { changeFlow, type ChangeStanding } from './flow.ts'

/** Ends a change whose basis is gone, and says why to those who asked for it and approved it. */
export async function makeVoid(k: Kernel, db: Db, call: Call, row: ChangeStanding & { title: string }, reason: string): Promise<void> {
  const { id, title, version } = row
  await move(db, call, changeFlow, row, { move: 'lapse', version, bySystem: true, reason, set: { opinion: reason }, detail: { title } })
  await rightsNotices(k)?.endedChange(db, id)
  await rightsNotices(k)?.voidChange(db, { id, title, reason, except: call.actor?.userId ?? null })
}

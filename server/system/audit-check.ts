import type { Actor } from '../kernel/actor.ts'
import { checkAndMark } from '../kernel/audit/audit-anchors.ts'
import type { AuditCheck } from '../kernel/audit/audit-check.ts'
import { sinceLastCheck } from '../kernel/audit/audit-mark.ts'
import { refused } from '../kernel/errors.ts'
import { ownTask, resultOf } from '../kernel/jobs/task.ts'
import { runsTask, startTask } from '../kernel/jobs/task-runner.ts'
import type { Kernel } from '../kernel/kernel.ts'

const KIND = 'auditCheck'
/** So many rows are checked while the page waits; more of them take a task (system.md G). */
const AT_ONCE_MOST = 100_000
const TOLD_EVERY = 20_000
type Checked = AuditCheck & { anchors: number }

/** The whole chain is checked as a task: ten million rows take minutes, longer than a request may. */
export const runsAuditChecks = (k: Kernel): void =>
  runsTask(k, KIND, async ({ progress }) => {
    const told = async (done: number, total: number) => {
      if (done % TOLD_EVERY === 0) await progress({ done, total })
    }
    const result = await checkAndMark(k, { told })
    await progress({ done: result.checked, total: result.checked })
    return { ...result }
  })

/** What was added since the last check, while the page waits. */
export async function checkSince(k: Kernel): Promise<Checked> {
  const waiting = await sinceLastCheck(k)
  if (waiting > AT_ONCE_MOST) throw refused(`上次校验以来有 ${waiting} 条，请从头校验全部`, 'LONG')
  return checkAndMark(k, { since: true })
}

export const startWholeCheck = async (k: Kernel, actor: Actor): Promise<{ taskId: string }> => ({
  taskId: await k.db.transaction().execute((db) => startTask(db, { kind: KIND, ownerId: actor.userId })),
})

export async function wholeCheck(k: Kernel, actor: Actor, taskId: string) {
  const task = await ownTask(k.db, actor, KIND, taskId)
  const { state, done, total } = task
  return { state, done, total, result: state === 'done' ? resultOf<Checked>(task) : null }
}

import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { answerCounts } from '../../kernel/operations/answer-counts.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { perKernel } from '../../kernel/per-kernel.ts'
import { default as project } from '../../../package.json' with { type: 'json' }

/** The identity of this process among those that serve the site. */
const self = perKernel((k) => ({ id: randomUUID(), host: hostname(), pid: process.pid, startedAt: k.clock.now() }))

/** Records a sign of life of this process, with its requests of the last minute and its memory. */
export async function beat(k: Kernel): Promise<void> {
  const { id, host, pid, startedAt } = self(k)
  const now = { at: k.clock.now(), ...answerCounts(k).lastMinute(), memory: process.memoryUsage().rss }
  await k.db
    .insertInto('process_pulse')
    .values({ id, host, pid, version: project.version, started_at: startedAt, ...now })
    .onConflict((c) => c.column('id').doUpdateSet(now))
    .execute()
}

/** Removes the record of a process that ends regularly, so that no alarm is raised. */
export const endPulse = (k: Kernel) => k.db.deleteFrom('process_pulse').where('id', '=', self(k).id).execute()

import { audit, systemCall } from '../kernel/audit/audit.ts'
import { removeFiles } from '../kernel/files/files.ts'
import { recurring } from '../kernel/jobs/jobs.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { CALL_RECORDING } from './locking.ts'

const DAY_MS = 86_400_000
const AT_ONCE = 500

/** Deletes recordings that were uploaded more than CALL_RECORDING_DAYS ago and audits how many; the record of the call stays. */
export async function dropOldRecordings(k: Kernel): Promise<void> {
  const before = new Date(k.clock.now().getTime() - k.config.CALL_RECORDING_DAYS * DAY_MS).toISOString()
  let gone = 0
  for (;;) {
    const old = await k.db
      .selectFrom('file')
      .select('key')
      .where('object_type', '=', CALL_RECORDING)
      .where('created_at', '<', before)
      .limit(AT_ONCE)
      .execute()
    await removeFiles(
      k,
      old.map(({ key }) => key),
    )
    gone += old.length
    if (old.length < AT_ONCE) break
  }
  if (gone > 0) {
    const detail = { recordings: gone, days: k.config.CALL_RECORDING_DAYS }
    await audit(k.db, systemCall('call.recordings'), { action: 'callRecording.remove', objectType: CALL_RECORDING, objectId: null, detail })
  }
}

export const keepRecordingsShort = (k: Kernel): void =>
  recurring(k, { name: 'call.recordings', title: '通话录音到期清除', cron: '25 3 * * *' }, () => dropOldRecordings(k))

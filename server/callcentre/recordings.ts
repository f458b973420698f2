import { removeFiles } from '../kernel/files/files.ts'
import { recurring } from '../kernel/jobs/jobs.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { CALL_RECORDING } from './locking.ts'

const DAY_MS = 86_400_000
const AT_ONCE = 500

/** Recordings go after so many days (CALL_RECORDING_DAYS); what was registered of the call stays. */
export async function dropOldRecordings(k: Kernel): Promise<void> {
  const before = new Date(k.clock.now().getTime() - k.config.CALL_RECORDING_DAYS * DAY_MS).toISOString()
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
    if (old.length < AT_ONCE) return
  }
}

export const keepRecordingsShort = (k: Kernel): void =>
  recurring(k, { name: 'call.recordings', title: '通话录音到期清除', cron: '25 3 * * *' }, () => dropOldRecordings(k))

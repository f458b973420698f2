import type { Kernel } from '../kernel/kernel.ts'

const EVERY_MS = 10 * 60_000
const DAY_MS = 86_400_000

/** Removes what no longer means anything: used challenges, old counters, tokens and sessions a day past their end. */
export async function tidy(k: Kernel): Promise<void> {
  const now = k.clock.now().toISOString()
  const yesterday = new Date(k.clock.now().getTime() - DAY_MS).toISOString()
  await k.db.deleteFrom('login_challenge').where('expires_at', '<', now).execute()
  await k.db.deleteFrom('sso_flow').where('expires_at', '<', now).execute()
  await k.db.deleteFrom('login_counter').where('window_start', '<', yesterday).execute()
  await k.db.deleteFrom('session_token').where('expires_at', '<', yesterday).execute()
  await k.db.deleteFrom('session').where('absolute_end', '<', yesterday).execute()
}

/** Every ten minutes, in every process; deleting twice does no harm. */
export function keepTidy(k: Kernel): void {
  const timer = setInterval(() => void tidy(k).catch((error: unknown) => k.log.warn(error, 'tidying sessions failed')), EVERY_MS)
  timer.unref()
  k.onClose(() => clearInterval(timer))
}

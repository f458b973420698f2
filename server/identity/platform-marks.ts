import type { Db } from '../kernel/db/index.ts'

export interface PlatformMark {
  /** key of the platform's picture */
  logo?: string
  /** opened with a log-in at the platform by somebody who is logged in here */
  login?: true
}

/** What stands with an address because its host belongs to an enabled platform. */
export async function platformMarks(db: Db): Promise<(url: string) => PlatformMark> {
  const rows = await db
    .selectFrom('platform')
    .select(['hosts', 'logo', 'protocol'])
    .where('enabled', '=', true)
    .where((e) => e.or([e('logo', '<>', ''), e('protocol', '=', 'oidc')]))
    .execute()
  const byHost = new Map(rows.flatMap((row) => row.hosts.map((host) => [host, row])))
  return (url) => {
    const row = byHost.size > 0 && /^https?:/.test(url) && URL.canParse(url) ? byHost.get(new URL(url).host) : undefined
    return { ...(row?.logo ? { logo: row.logo } : {}), ...(row?.protocol === 'oidc' ? { login: true } : {}) }
  }
}

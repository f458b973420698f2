import { checkAudit } from '../../server/kernel/audit/audit-check.ts'
import { openDatabase } from '../../server/kernel/db/index.ts'
import { masterSecret } from '../../server/kernel/access/secrets.ts'
import { testConfig, testLog } from '../../server/kernel/testing/config.ts'
import type { Entry } from './ledger.ts'

export interface Verdict {
  /** acknowledged writes that are missing, doubled or incomplete */
  faults: string[]
  acknowledged: number
  audited: number
}

/** Compares a database that no process uses with the ledger. */
export async function verify(target: { url?: string | undefined; dataDir: string }, entries: readonly Entry[]): Promise<Verdict> {
  const opened = await openDatabase({ ...(target.url ? { url: target.url } : {}), dataDir: target.dataDir, log: testLog })
  const faults: string[] = []
  const rows = async (text: string, values: unknown[] = []) => (await opened.pool.query(text, values)).rows as Record<string, any>[]
  try {
    const asked = entries.flatMap((e) => (e.kind === 'ask' ? [e.mark] : []))
    for (const { mark, n } of await rows(
      // Counted once and joined, because a hundred rounds leave thousands of questions.
      `select mark, coalesce(c.n, 0)::int as n from unnest($1::text[]) mark
        left join (select content, count(*) as n from policy_consult group by content) c on c.content = mark`,
      [asked],
    ))
      if (n !== 1) faults.push(`question ${mark} is there ${n} times`)
    const replies = entries.flatMap((e) => (e.kind === 'reply' ? [e] : []))
    for (const { id, mark } of await rows(
      `select r.id, r.mark from unnest($1::bigint[], $2::text[]) r (id, mark) left join policy_consult c on c.id = r.id and c.reply = r.mark where c.id is null`,
      [replies.map((r) => r.id), replies.map((r) => r.mark)],
    ))
      faults.push(`answer ${mark} to ${id} is lost`)
    const last = entries.reduce((max, e) => (e.kind === 'draft' ? Math.max(max, e.employees) : max), 0)
    if (last > 0) {
      const [draft] = await rows(`select max((form_data ->> 'employees')::int) as employees from declaration`)
      if ((draft?.employees ?? 0) < last) faults.push(`draft saved with ${last}, found ${draft?.employees}`)
    }
    // Each is one transaction: the question with its audit row and the notices to all who may answer; the answer with its audit row.
    for (const { id, audits, notices } of await rows(`select c.id, coalesce(a.n, 0)::int as audits, coalesce(t.n, 0)::int as notices
      from policy_consult c
      left join (select object_id, count(*) as n from audit_log where action = 'consult.ask' group by object_id) a on a.object_id = c.id::text
      left join (select link, count(*) as n from notice group by link) t on t.link = '/work/policyconsult?replyState=0&id=' || c.id
      where c.content like '账本%'`))
      if (audits !== 1 || notices === 0) faults.push(`question ${id} is half there: ${audits} audit rows, ${notices} notices`)
    for (const { id } of await rows(`select c.id from policy_consult c
      left join (select object_id, count(*) as n from audit_log where action = 'consult.reply' group by object_id) a on a.object_id = c.id::text
      where c.content like '账本%' and (c.reply is not null) <> (coalesce(a.n, 0) = 1)`))
      faults.push(`answer to ${id} and its audit row differ`)
    const chain = await checkAudit({ db: opened.db, secret: masterSecret(testConfig(target.dataDir)) })
    if (!chain.ok) faults.push(`audit chain: ${JSON.stringify(chain.firstBad)}`)
    if (opened.engine === 'postgres') await indexes(rows, faults)
    return { faults, acknowledged: entries.length, audited: chain.checked }
  } finally {
    await opened.close()
  }
}

/** Checks that all indexes are consistent after the recoveries, when amcheck is installed. */
async function indexes(rows: (text: string) => Promise<Record<string, any>[]>, faults: string[]): Promise<void> {
  const [found] = await rows(`select 1 from pg_available_extensions where name = 'amcheck'`)
  if (!found) return
  await rows('create extension if not exists amcheck')
  await rows(`select bt_index_check(c.oid) from pg_class c join pg_am a on a.oid = c.relam where a.amname = 'btree' and c.relkind = 'i'
    and c.relnamespace = 'public'::regnamespace`).catch((error: Error) => faults.push(`amcheck: ${error.message}`))
}

import { sql } from 'kysely'
import { noticeKinds, type NoticeKind } from '../../contract/notice-kinds.ts'
import { personalSection } from '../kernel/access/personal-data.ts'
import { blindIndexes, openPii } from '../kernel/access/pii.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { LEFT_OUT, SMS_CODE } from './sms.ts'

/** What the platform texted to a person: single messages and codes; of a code only that it was sent, and what for. */
export const offerOwnTexts = (k: Kernel): void =>
  personalSection(k, {
    key: 'text',
    title: '短信',
    kept: '发送记录保留 30 天，到期由清理任务删除',
    count: async (db, userId) => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from outbox b where ${await toPerson(k, db, userId)}`.execute(db)
      return rows[0]!.n
    },
    rows: (db, userId, limit) => textsTo(k, db, userId, limit),
    erase: (db, userId) =>
      sql`delete from outbox where kind in ('sms', ${SMS_CODE}) and payload->>'userId' = ${String(userId)}`.execute(db),
  })

interface Row {
  kind: string
  text: string | null
  purpose: string | null
  notice: NoticeKind | null
  state: string
  last_error: string | null
  at: string
}

async function textsTo(k: Kernel, db: Db, userId: number, limit: number | undefined): Promise<Record<string, unknown>[]> {
  const most = limit === undefined ? sql`` : sql`limit ${limit}`
  const { rows } = await sql<Row>`select b.kind, b.payload->>'text' as text, b.payload->>'purpose' as purpose, n.kind as notice, b.state,
      b.last_error, coalesce(b.done_at, b.created_at) as at
    from outbox b left join notice n on b.key = 'sms:notice:' || n.id and n.user_id = ${userId}
    where ${await toPerson(k, db, userId)} order by b.id desc ${most}`.execute(db)
  return rows.map((row) => ({
    时间: row.at,
    种类: row.kind === SMS_CODE ? `验证码（${row.purpose}）` : row.notice === null ? '平台通知' : noticeKinds[row.notice],
    内容: row.kind === SMS_CODE ? '（验证码不保存）' : row.text,
    结果: resultOf(row),
  }))
}

/** SQL over `outbox b`: texts to this account, and those to its number since the account has it. */
async function toPerson(k: Kernel, db: Db, userId: number) {
  const { mobile, mobile_since: since } = await db
    .selectFrom('sys_user')
    .select(['mobile', 'mobile_since'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const toAccount = sql<boolean>`b.kind in ('sms', 'sms.code') and b.payload ? 'userId' and b.payload->>'userId' = ${String(userId)}`
  if (mobile === null || since === null) return toAccount
  const indexes = blindIndexes(k, openPii(k, mobile))
  return sql<boolean>`(${toAccount} or b.kind in ('sms', 'sms.code') and b.payload ? 'phoneIndex'
    and b.payload->>'phoneIndex' = any(${indexes}) and b.created_at >= ${since}::timestamptz)`
}

const resultOf = ({ state, last_error: why }: Row): string =>
  state === 'done' ? (why?.startsWith(LEFT_OUT) ? why : '已发') : state === 'dead' ? '没有发出：短信通道多次没有接收' : '待发'

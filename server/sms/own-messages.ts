import { smsMessageCodes } from '../../contract/sms/states.ts'
import { personalSection } from '../kernel/access/personal-data.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { contentReader } from './texts.ts'

/** The messages of sends to a person's number since the account has it; those that were left out never went to anybody. */
export const offerOwnMessages = (k: Kernel): void =>
  personalSection(k, {
    key: 'sms',
    title: '群发短信',
    kept: '属于号码，发送记录保留 400 天，到期由清理任务删除',
    count: async (db, userId) =>
      (
        await toNumberOf(db, userId)
          .select((e) => e.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    async rows(db, userId, limit) {
      const rows = await toNumberOf(db, userId)
        .select(['m.state', 'm.name_sealed', 'm.company_name', 'm.content_sealed', 'm.submitted_at', 'm.created_at'])
        .select(['s.name', 's.content', 's.purpose', 's.values', 's.sign'])
        .orderBy('m.id', 'desc')
        .$if(limit !== undefined, (q) => q.limit(limit!))
        .execute()
      return rows.map((row) => ({
        时间: row.submitted_at ?? row.created_at,
        种类: row.name,
        内容: contentReader(k, row)(row).text,
        结果: smsMessageCodes.labels[row.state as keyof typeof smsMessageCodes.labels],
      }))
    },
  })

const toNumberOf = (db: Db, userId: number) =>
  db
    .selectFrom('sms_message as m')
    .innerJoin('sys_user as u', 'u.mobile_index', 'm.phone_index')
    .innerJoin('sms_send as s', 's.id', 'm.send_id')
    .where('u.id', '=', userId)
    .whereRef('m.created_at', '>=', 'u.mobile_since')
    .where('s.begun_at', 'is not', null)
    .where('m.state', '<>', smsMessageCodes.code.skipped)

import { smsMessageCodes } from '../../contract/sms/states.ts'
import type { ToldRow } from '../../contract/told.ts'
import { maskPhone, openPii } from '../kernel/access/pii.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { tellsCompanies } from '../system/index.ts'

/** Offers the messages of sends for 告知记录 of a company, also those that were left out, with the reason. */
export const offerToldMessages = (k: Kernel): void =>
  tellsCompanies(k, async (companyId, most) => {
    const rows = await k.db
      .selectFrom('sms_message as m')
      .innerJoin('sms_send as s', 's.id', 'm.send_id')
      .where('m.company_id', '=', companyId)
      .where('s.begun_at', 'is not', null)
      .select(['m.id', 'm.state', 'm.reason', 'm.phone_sealed', 'm.created_at', 'm.submitted_at', 'm.settled_at', 's.name'])
      .select((e) => e.fn.countAll<number>().over().as('total'))
      .orderBy('m.id', 'desc')
      .limit(most)
      .execute()
    return {
      total: rows[0]?.total ?? 0,
      rows: rows.map((row): ToldRow => {
        const label = smsMessageCodes.labels[row.state as keyof typeof smsMessageCodes.labels]
        const phone = openPii(k, row.phone_sealed)
        return {
          key: `sms:${row.id}`,
          time: row.submitted_at ?? row.settled_at ?? row.created_at,
          way: '群发短信',
          what: row.name,
          text: null,
          to: phone === '' ? '没有号码' : maskPhone(phone),
          receipt: row.reason === null ? label : `${label}：${row.reason}`,
          sms: '',
        }
      }),
    }
  })

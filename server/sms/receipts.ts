import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { smsMessageCodes } from '../../contract/sms/states.ts'
import { usualNumber } from '../../contract/usual-number.ts'
import { openPii } from '../kernel/access/pii.ts'
import { AppError, busy } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { SmsOutcome } from '../system/index.ts'
import { saidOf, writeDown } from './handing.ts'
import { endSend } from './sending.ts'

/** More than a provider puts into one push. */
export const MOST = 1000
export const BODY_MAX = 1024 * 1024
const { queued, submitted, unknown } = smsMessageCodes.code
const line = z.string().max(200)

interface Receipt {
  /** our serial or the provider's, by `by` */
  serial: string
  phone: string
  outcome: SmsOutcome
}
interface Pusher {
  /** which serial of a message its receipts name */
  by: 'serial' | 'provider_serial'
  read(body: unknown): Receipt[] | null
  /** what the provider expects, else it pushes again */
  thanks: object
}
const failed = (why: string): SmsOutcome => ({ kind: 'failed', reason: `未送达：${why.slice(0, 80)}` })
const list = z.array(z.unknown()).max(MOST)
/** Receipts that cannot be read are left out: others use the account at the provider too, and theirs must not hold up ours. */
const readAs =
  <T>(entry: z.ZodType<T>, asReceipt: (one: T) => Receipt) =>
  (body: unknown): Receipt[] | null => {
    const sent = list.safeParse(body).data
    const read = sent?.flatMap((one) => entry.safeParse(one).data ?? [])
    return read === undefined || (read.length === 0 && sent!.length > 0) ? null : read.map(asReceipt)
  }

/** The two clouds push results as a JSON array and sign nothing: https://help.aliyun.com/document_detail/101867.html and https://cloud.tencent.com/document/api/382/59178 */
const pushers: Readonly<Record<string, Pusher>> = {
  aliyun: {
    by: 'serial',
    read: readAs(z.object({ out_id: line.nullish(), phone_number: line, success: z.boolean(), err_code: line.nullish() }), (one) => ({
      serial: one.out_id ?? '',
      phone: one.phone_number,
      outcome: one.success ? { kind: 'delivered' } : failed(one.err_code ?? ''),
    })),
    thanks: { code: 0, msg: '接收成功' },
  },
  tencent: {
    by: 'provider_serial',
    read: readAs(z.object({ sid: line, mobile: line, report_status: z.enum(['SUCCESS', 'FAIL']), errmsg: line.nullish() }), (one) => ({
      serial: one.sid,
      phone: one.mobile,
      outcome: one.report_status === 'SUCCESS' ? { kind: 'delivered' } : failed(one.errmsg ?? ''),
    })),
    thanks: { result: 0, errmsg: 'OK' },
  },
}

/** 回执: the providers push the results of messages to an address that contains our secret (ADR 0875). */
export function takeReceipts(k: Kernel): void {
  k.mounts.push((http) => {
    http.post<{ Params: { provider: string; secret: string } }>(
      '/sms/receipt/:provider/:secret',
      {
        bodyLimit: BODY_MAX,
        // Before the body is read. A wrong secret looks like an address that does not exist.
        onRequest: async ({ params: { provider, secret } }) => {
          if (!Object.hasOwn(pushers, provider) || !isOurs(k, secret)) throw new AppError(404, 'PATH_NOT_FOUND', '请求的地址不存在')
        },
      },
      async ({ params: { provider }, body }) => {
        const pusher = pushers[provider]!
        const receipts = pusher.read(body)
        if (receipts === null) throw new AppError(400, 'INVALID', '回执的格式不对')
        await keep(k, provider, pusher.by, receipts).catch((error: unknown) => {
          // An error that goes further is logged with the address, which contains the secret. The provider pushes again.
          k.log.error({ err: error, provider }, 'receipts of text messages')
          throw busy()
        })
        return pusher.thanks
      },
    )
  })
}

const hashOf = (text: string) => createHash('sha256').update(text).digest()
/** Whether the last part of a pushed address is our secret. */
export const isOurs = (k: Kernel, given: string): boolean =>
  k.config.SMS_RECEIPT_SECRET !== undefined && timingSafeEqual(hashOf(given), hashOf(k.config.SMS_RECEIPT_SECRET))

/** Receipts of unknown messages, of another number or provider, and of messages with a final result change nothing. */
async function keep(k: Kernel, provider: string, by: Pusher['by'], receipts: readonly Receipt[]): Promise<void> {
  // Of two receipts for one message in one push the first counts.
  const named = new Map(receipts.toReversed().flatMap((one) => (one.serial === '' ? [] : [[one.serial, one] as const])))
  if (named.size === 0) return
  const rows = await k.db
    .selectFrom('sms_message')
    .select(['id', 'send_id', 'phone_sealed', 'provider', `${by} as key`])
    .where(by, 'in', [...named.keys()])
    .where('state', 'in', [queued, submitted, unknown])
    .where('claimed_at', 'is not', null)
    .execute()
  const known = rows.filter(
    (row) =>
      (row.provider === null || row.provider === provider) && openPii(k, row.phone_sealed) === usualNumber(named.get(row.key!)!.phone),
  )
  if (known.length === 0) return
  await writeDown(
    k,
    known.map((row) => saidOf(row.id, provider, named.get(row.key!)!.outcome)),
  )
  for (const id of new Set(known.map((row) => row.send_id))) await endSend(k, id)
}

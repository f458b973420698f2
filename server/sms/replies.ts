import { usualNumber } from '../../contract/usual-number.ts'
import { z } from 'zod'
import { systemCall } from '../kernel/audit/audit.ts'
import { AppError, busy } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { chooseByReply } from './choices.ts'
import { BODY_MAX, isOurs, MOST } from './receipts.ts'

const line = z.string().max(200)
const aliyun = z.object({ phone_number: line, content: line })
const tencent = z.object({ mobile: line, content: line })
interface Answerer {
  /** number and words of each reply; null: not its format */
  read(body: unknown): { phone: string; content: string }[] | null
  /** what the provider expects, else it pushes again */
  thanks: object
}
/** The two clouds push replies: https://help.aliyun.com/document_detail/101872.html (an array) and https://cloud.tencent.com/document/product/382/42907 (one object). */
const answerers: Readonly<Record<string, Answerer>> = {
  aliyun: {
    read: (body) => {
      const sent = z.array(z.unknown()).max(MOST).safeParse(body).data
      // Replies that cannot be read are left out, as receipts are.
      return (
        sent?.flatMap((one) => {
          const reply = aliyun.safeParse(one).data
          return reply ? [{ phone: reply.phone_number, content: reply.content }] : []
        }) ?? null
      )
    },
    thanks: { code: 0, msg: '接收成功' },
  },
  tencent: {
    read: (body) => {
      const reply = tencent.safeParse(body).data
      return reply ? [{ phone: reply.mobile, content: reply.content }] : null
    },
    thanks: { result: 0, errmsg: 'OK' },
  },
}

/** T, TD and 退订, whatever the width, case and full stop; other replies say nothing that we act on. */
const ENDS = /^(?:t|td|n|退订|拒收)$/
const endsTexts = (content: string): boolean =>
  ENDS.test(
    content
      .normalize('NFKC')
      .replace(/[\s.。!！,，]/g, '')
      .toLowerCase(),
  )

/** 回T退订: the providers push replies to an address that contains our secret, as they push receipts (ADR 0992). */
export function takeReplies(k: Kernel): void {
  k.mounts.push((http) => {
    http.post<{ Params: { provider: string; secret: string } }>(
      '/sms/reply/:provider/:secret',
      {
        bodyLimit: BODY_MAX,
        // Before the body is read. A wrong secret looks like an address that does not exist.
        onRequest: async ({ params: { provider, secret } }) => {
          if (!Object.hasOwn(answerers, provider) || !isOurs(k, secret)) throw new AppError(404, 'PATH_NOT_FOUND', '请求的地址不存在')
        },
      },
      async ({ params: { provider }, body, id }) => {
        const answerer = answerers[provider]!
        const replies = answerer.read(body)
        if (replies === null) throw new AppError(400, 'INVALID', '上行短信的格式不对')
        const ended = new Set(replies.filter((one) => endsTexts(one.content)).map((one) => usualNumber(one.phone)))
        for (const phone of [...ended].filter((one) => /^1\d{10}$/.test(one)))
          await chooseByReply(k, systemCall(String(id)), phone).catch((error: unknown) => {
            // An error that goes further is logged with the address, which contains the secret. The provider pushes again.
            k.log.error({ err: error, provider }, 'replies to text messages')
            throw busy()
          })
        return answerer.thanks
      },
    )
  })
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** How the fake treats a number, by its last digit. */
export type Treatment = 'honest' | 'silent' | 'never' | 'refuses' | 'forgets'
export const treatmentOf = (phone: string): Treatment =>
  ({ 5: 'silent', 6: 'never', 7: 'refuses', 8: 'forgets' } as const)[phone.at(-1) as '5'] ?? 'honest'

export interface SmsCloud {
  endpoint: string
  /** serials of the messages that arrived for each number, in order */
  arrived: Map<string, string[]>
  close(): Promise<void>
}

/**
 * A cloud provider that recognises no repeated message, as 阿里云: SendSms and QuerySendDetails. It answers after `delayMs`. Numbers ending
 * in 5 get no answer though they arrive; in 6, OK but never a delivery; in 7 a refusal; in 8 OK, and later it knows nothing of them. The
 * signature is checked by server/system/sms-providers/providers.test.ts.
 */
export async function smsCloud(delayMs: number, lies: boolean): Promise<SmsCloud> {
  const arrived: SmsCloud['arrived'] = new Map()
  const server = createServer((request, response) => {
    void (async () => {
      request.resume()
      const asked = new URL(request.url!, 'http://x').searchParams
      const phone = asked.get('PhoneNumbers') ?? asked.get('PhoneNumber') ?? ''
      const how = lies ? treatmentOf(phone) : 'honest'
      const say = (body: object) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
      if (request.headers['x-acs-action'] === 'SendSms') {
        if (how === 'refuses') {
          say({ Code: 'isv.BUSINESS_LIMIT_CONTROL' })
          return
        }
        const serial = asked.get('OutId') ?? ''
        arrived.set(phone, [...(arrived.get(phone) ?? []), serial])
        await sleep(delayMs)
        if (how === 'silent') response.destroy()
        else say({ Code: 'OK', BizId: `biz-${serial}` })
        return
      }
      const serials = how === 'forgets' || how === 'silent' ? [] : (arrived.get(phone) ?? [])
      say({ Code: 'OK', SmsSendDetailDTOs: { SmsSendDetailDTO: serials.map((OutId) => ({ OutId, SendStatus: how === 'never' ? 1 : 3 })) } })
    })().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

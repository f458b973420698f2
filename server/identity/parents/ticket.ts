import { createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { parentUnavailable, ticketRefused, type Ask, type ParentPlatform } from './port.ts'

export interface TicketKeys {
  url: string
  app: string
  secret: string
}
const TAKES_IN = '/ticket/verify'

/** The signature of our calls, which a platform checks: HMAC-SM3 over application, time, nonce and body. */
export const ticketSignature = (secret: string, q: { app: string; time: string; nonce: string; body: string }): string =>
  createHmac('sm3', secret).update([q.app, q.time, q.nonce, q.body].join('\n')).digest('hex')

const Answer = z.union([
  z.object({ success: z.literal(false) }),
  z.object({
    success: z.literal(true),
    data: z.object({
      subject: z.string().min(1).max(150),
      kind: z.enum(['QY', 'GR']),
      name: z.string().min(1).max(100),
      creditCode: z.string().max(18).nullish(),
      companyName: z.string().max(200).nullish(),
    }),
  }),
])

/** A platform that gives the browser a ticket and tells our server once whose it is (ADR 0470). */
export const ticketPlatform = (code: 'zml' | 'szjj', keys: TicketKeys, ask: Ask, now: () => Date): ParentPlatform => ({
  code,
  async verify(ticket) {
    const [time, nonce, body] = [String(Math.floor(now().getTime() / 1000)), randomBytes(16).toString('hex'), JSON.stringify({ ticket })]
    const signature = ticketSignature(keys.secret, { app: keys.app, time, nonce, body })
    const headers = { 'content-type': 'application/json', 'X-App': keys.app, 'X-Time': time, 'X-Nonce': nonce, 'X-Signature': signature }
    const answer = await ask(`${keys.url}${TAKES_IN}`, { method: 'POST', headers, body })
    if (!answer.ok) throw parentUnavailable(code)
    const said = Answer.safeParse(await answer.json())
    if (!said.success) throw parentUnavailable(code)
    if (!said.data.success) throw ticketRefused()
    const { subject, kind, name, creditCode, companyName } = said.data.data
    return { subject, kind, name, ...(creditCode ? { creditCode } : {}), ...(companyName ? { companyName } : {}) }
  },
})

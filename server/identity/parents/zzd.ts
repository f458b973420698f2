import { createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { shanghaiTime } from '../../../contract/shanghai.ts'
import { parentUnavailable, ticketRefused, type Ask, type ParentPlatform } from './port.ts'

export interface ZzdKeys {
  url: string
  appKey: string
  appSecret: string
}

/** The signature that the app's gateway checks: HMAC-SHA256 over method, time, nonce, path and the parameters sorted by name. */
export const zzdSignature = (
  secret: string,
  signed: { method: string; time: string; nonce: string; path: string; params: string },
): string =>
  createHmac('sha256', secret).update([signed.method, signed.time, signed.nonce, signed.path, signed.params].join('\n')).digest('base64')

export const sortedParams = (params: Readonly<Record<string, string>>): string =>
  Object.entries(params)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

const AppToken = z.object({ content: z.object({ data: z.object({ accessToken: z.string().min(1), expiresIn: z.coerce.number() }) }) })
const AppUser = z.object({
  content: z.object({ data: z.object({ accountId: z.union([z.string().min(1), z.number()]), lastName: z.string().max(100) }) }),
})
const EARLY_MS = 60_000

/** 浙政钉: an app token valid for two hours, then the person behind a one-time code. Only the server requests both. */
export function zzdPlatform(keys: ZzdKeys, ask: Ask, now: () => Date): ParentPlatform {
  let known: { token: string; until: number } | undefined

  async function signed(method: 'GET' | 'POST', path: string, params: Record<string, string>): Promise<unknown> {
    const at = now()
    const time = `${shanghaiTime(at.getTime()).slice(0, 19).replace(' ', 'T')}.000+08:00`
    const nonce = `${at.getTime()}${randomBytes(4).readUInt32BE() % 10_000}`
    const signature = zzdSignature(keys.appSecret, { method, time, nonce, path, params: sortedParams(params) })
    const form = new URLSearchParams(params).toString()
    const answer = await ask(`${keys.url}${path}${method === 'GET' ? `?${form}` : ''}`, {
      method,
      headers: {
        apiKey: keys.appKey,
        'X-Hmac-Auth-Timestamp': time,
        'X-Hmac-Auth-Version': '1.0',
        'X-Hmac-Auth-Nonce': nonce,
        'X-Hmac-Auth-Signature': signature,
        ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(method === 'POST' ? { body: form } : {}),
    })
    if (!answer.ok) throw parentUnavailable('zzd')
    return answer.json()
  }

  async function appToken(): Promise<string> {
    if (known && known.until > now().getTime()) return known.token
    const answer = AppToken.safeParse(await signed('GET', '/gettoken.json', { appkey: keys.appKey, appsecret: keys.appSecret }))
    if (!answer.success) throw parentUnavailable('zzd')
    const { accessToken, expiresIn } = answer.data.content.data
    known = { token: accessToken, until: now().getTime() + expiresIn * 1000 - EARLY_MS }
    return accessToken
  }

  return {
    code: 'zzd',
    async verify(ticket) {
      const params = { access_token: await appToken(), auth_code: ticket }
      const answer = AppUser.safeParse(await signed('POST', '/rpc/oauth2/dingtalk_app_user.json', params))
      if (!answer.success) {
        // The answer does not tell whether the code or our token is invalid: the next try requests a new token.
        known = undefined
        throw ticketRefused()
      }
      const { accountId, lastName } = answer.data.content.data
      return { subject: String(accountId), kind: 'YYF', name: lastName }
    },
  }
}

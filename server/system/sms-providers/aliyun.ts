import { createHash, createHmac, randomUUID } from 'node:crypto'
import { dateOf } from '../../kernel/clock.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { askJson, outcomeOf, type SmsOutcome, type SmsProvider } from './provider.ts'

const VERSION = '2017-05-25'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
/** Encodes as the provider does: everything except letters, digits and -_.~ */
const encode = (text: string) => encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

interface Signed {
  keyId: string
  secret: string
  host: string
  action: string
  query: string
  at: Date
  nonce: string
}
/** Headers of an OpenAPI request signed with ACS3-HMAC-SHA256; the parameters are in the query, the body is empty. */
export function aliyunHeaders({ keyId, secret, host, action, query, at, nonce }: Signed): Record<string, string> {
  const signed: Record<string, string> = {
    host,
    'x-acs-action': action,
    'x-acs-content-sha256': sha256(''),
    'x-acs-date': at.toISOString().replace(/\.\d{3}Z$/, 'Z'),
    'x-acs-signature-nonce': nonce,
    'x-acs-version': VERSION,
  }
  const names = Object.keys(signed).join(';')
  const lines = Object.entries(signed).map(([name, value]) => `${name}:${value}\n`)
  const canonical = ['POST', '/', query, lines.join(''), names, sha256('')].join('\n')
  const signature = createHmac('sha256', secret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex')
  return { ...signed, authorization: `ACS3-HMAC-SHA256 Credential=${keyId},SignedHeaders=${names},Signature=${signature}` }
}

/**
 * 阿里云短信: SendSms with one number per call, because only then our serial (OutId) is stored, which QuerySendDetails needs after a timeout.
 */
export function aliyunProvider(k: Kernel): SmsProvider {
  const { ALIYUN_SMS_ENDPOINT, ALIYUN_SMS_KEY_ID, ALIYUN_SMS_KEY_SECRET, SMS_SIGN } = k.config
  const post = async (action: string, parameters: Readonly<Record<string, string>>) => {
    const query = Object.keys(parameters)
      .toSorted()
      .map((name) => `${encode(name)}=${encode(parameters[name]!)}`)
      .join('&')
    const url = new URL(ALIYUN_SMS_ENDPOINT)
    const headers = aliyunHeaders({
      keyId: ALIYUN_SMS_KEY_ID!,
      secret: ALIYUN_SMS_KEY_SECRET!,
      host: url.host,
      action,
      query,
      at: k.clock.now(),
      nonce: randomUUID(),
    })
    return askJson(`${url.origin}/?${query}`, { method: 'POST', headers })
  }
  return {
    name: 'aliyun',
    repeats: false,
    async send({ serial, phone, codes, values = [] }) {
      if (!codes?.aliyun) return { kind: 'failed', reason: '模板没有填写阿里云模板代码' }
      try {
        const { status, body } = await post('SendSms', {
          PhoneNumbers: phone,
          SignName: SMS_SIGN,
          TemplateCode: codes.aliyun,
          TemplateParam: JSON.stringify(Object.fromEntries(values)),
          OutId: serial,
        })
        if (body.Code === 'OK') return { kind: 'submitted', serial: String(body.BizId ?? '') || null }
        if (status >= 500) return { kind: 'unknown', reason: `服务商应答 ${status}` }
        return { kind: 'failed', reason: `服务商拒绝：${String(body.Code ?? status).slice(0, 80)}` }
      } catch (error) {
        return outcomeOf(error)
      }
    },
    async ask({ serial, phone, at, providerSerial }): Promise<SmsOutcome | null> {
      const { body } = await post('QuerySendDetails', {
        PhoneNumber: phone,
        SendDate: dateOf(new Date(at)).replaceAll('-', ''),
        PageSize: '50',
        CurrentPage: '1',
        ...(providerSerial ? { BizId: providerSerial } : {}),
      })
      const list = (
        body.SmsSendDetailDTOs as { SmsSendDetailDTO?: { OutId?: string; SendStatus?: number; ErrCode?: string }[] } | undefined
      )?.SmsSendDetailDTO
      const found = list?.find((one) => one.OutId === serial)
      if (found?.SendStatus === 3) return { kind: 'delivered' }
      if (found?.SendStatus === 2) return { kind: 'failed', reason: `未送达：${String(found.ErrCode ?? '').slice(0, 80)}` }
      return found ? { kind: 'submitted', serial: providerSerial } : null
    },
  }
}

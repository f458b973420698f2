import { createHash, createHmac } from 'node:crypto'
import type { Kernel } from '../../kernel/kernel.ts'
import { askJson, outcomeOf, type SmsOutcome, type SmsProvider } from './provider.ts'

const VERSION = '2021-01-11'
const SERVICE = 'sms'
const TYPE = 'application/json; charset=utf-8'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

interface Signed {
  id: string
  key: string
  host: string
  action: string
  payload: string
  at: Date
}
/** Headers of a request signed with TC3-HMAC-SHA256. */
export function tencentHeaders({ id, key, host, action, payload, at }: Signed): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1000))
  const day = at.toISOString().slice(0, 10)
  const names = 'content-type;host;x-tc-action'
  const lines = `content-type:${TYPE}\nhost:${host}\nx-tc-action:${action.toLowerCase()}\n`
  const canonical = ['POST', '/', '', lines, names, sha256(payload)].join('\n')
  const scope = `${day}/${SERVICE}/tc3_request`
  const signing = hmac(hmac(hmac(`TC3${key}`, day), SERVICE), 'tc3_request')
  const signature = hmac(signing, `TC3-HMAC-SHA256\n${seconds}\n${scope}\n${sha256(canonical)}`).toString('hex')
  return {
    'content-type': TYPE,
    host,
    'x-tc-action': action,
    'x-tc-timestamp': seconds,
    'x-tc-version': VERSION,
    'x-tc-region': 'ap-guangzhou',
    authorization: `TC3-HMAC-SHA256 Credential=${id}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  }
}

/** 腾讯云短信: SendSms with our serial as SessionContext. A message without an answer has no serial there, so its result stays unknown. */
export function tencentProvider(k: Kernel): SmsProvider {
  const { TENCENT_SMS_ENDPOINT, TENCENT_SMS_SECRET_ID, TENCENT_SMS_SECRET_KEY, TENCENT_SMS_APP, SMS_SIGN } = k.config
  const post = async (action: string, body: object) => {
    const url = new URL(TENCENT_SMS_ENDPOINT)
    const payload = JSON.stringify(body)
    const headers = tencentHeaders({
      id: TENCENT_SMS_SECRET_ID!,
      key: TENCENT_SMS_SECRET_KEY!,
      host: url.host,
      action,
      payload,
      at: k.clock.now(),
    })
    const answer = await askJson(`${url.origin}/`, { method: 'POST', headers, body: payload })
    return { status: answer.status, said: (answer.body.Response ?? {}) as Record<string, unknown> }
  }
  return {
    name: 'tencent',
    repeats: false,
    async send({ serial, phone, codes, values = [] }) {
      if (!codes?.tencent) return { kind: 'failed', reason: '模板没有填写腾讯云模板编号' }
      try {
        const { status, said } = await post('SendSms', {
          SmsSdkAppId: TENCENT_SMS_APP,
          SignName: SMS_SIGN,
          TemplateId: codes.tencent,
          TemplateParamSet: values.map(([, value]) => value),
          PhoneNumberSet: [`+86${phone}`],
          SessionContext: serial,
        })
        const one = (said.SendStatusSet as { Code?: string; SerialNo?: string }[] | undefined)?.[0]
        if (one?.Code === 'Ok') return { kind: 'submitted', serial: one.SerialNo ?? null }
        const code = one?.Code ?? (said.Error as { Code?: string } | undefined)?.Code
        if (status >= 500 || code === undefined) return { kind: 'unknown', reason: `服务商应答 ${status}` }
        return { kind: 'failed', reason: `服务商拒绝：${code.slice(0, 80)}` }
      } catch (error) {
        return outcomeOf(error)
      }
    },
    async ask({ phone, at, providerSerial }): Promise<SmsOutcome | null> {
      if (providerSerial === null) return null
      const { said } = await post('PullSmsSendStatusByPhoneNumber', {
        SmsSdkAppId: TENCENT_SMS_APP,
        PhoneNumber: `+86${phone}`,
        BeginTime: Math.floor(Date.parse(at) / 1000) - 60,
        Offset: 0,
        Limit: 100,
      })
      const list = said.PullSmsSendStatusSet as { SerialNo?: string; ReportStatus?: string; Description?: string }[] | undefined
      const found = list?.find((one) => one.SerialNo === providerSerial)
      if (!found) return null
      return found.ReportStatus === 'SUCCESS'
        ? { kind: 'delivered' }
        : { kind: 'failed', reason: `未送达：${String(found.Description ?? '').slice(0, 80)}` }
    },
  }
}

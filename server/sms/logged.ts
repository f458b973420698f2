import { shanghaiMinute } from '../../contract/shanghai.ts'
import type { SmsAudience } from '../../contract/sms/sends.ts'
import { smsPurposes, type SmsPurpose } from '../../contract/sms/states.ts'
import { usualNumber } from '../../contract/usual-number.ts'
import { maskPhone } from '../kernel/access/pii.ts'
import type { Db } from '../kernel/db/index.ts'
import { chosenWords } from './chosen-words.ts'

/** Of more typed numbers, only how many there are is told. */
const NUMBERS = 20
/** No more companies can be chosen one by one. */
const NAMES = 200

interface Send {
  name: string
  content: string
  values: Readonly<Record<string, string>>
  plan_at: string | null
  audience: SmsAudience
}

/** A send as the audit log shows it before and after a change: conditions in words, typed numbers masked. */
export async function loggedSend(db: Db, { name, content, values, plan_at, audience: { persons, ...companies } }: Send) {
  const numbers = persons.slice(0, NUMBERS).map(({ phone }) => maskPhone(usualNumber(phone)))
  const typed = persons.length > NUMBERS ? [...numbers, `等 ${persons.length} 个号码`] : numbers
  // The request and the database write the same time differently.
  const planTime = plan_at === null ? null : shanghaiMinute(plan_at)
  return { name, content, values, recipients: [...(await chosenWords(db, companies, NAMES)), ...typed], planTime }
}

/** Masked numbers may look the same before and after. */
export const numbersChanged = (before: SmsAudience['persons'], after: SmsAudience['persons']) =>
  JSON.stringify(before) === JSON.stringify(after) ? {} : { numbersChanged: true }

interface Template {
  name: string
  purpose: SmsPurpose
  content: string
  aliyun_code: string
  tencent_code: string
}
/** A template as the audit log shows it before and after a change. */
export const loggedTemplate = ({ name, purpose, content, aliyun_code, tencent_code }: Template) => ({
  name,
  purpose: smsPurposes[purpose],
  content,
  aliyunCode: aliyun_code,
  tencentCode: tencent_code,
})

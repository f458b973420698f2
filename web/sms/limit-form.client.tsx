import { smsLimit, SmsLimits, type SmsLimitsFound } from '../../contract/sms/limits.ts'
import { smsLimitMost, smsShareNames, smsShares } from '../../contract/sms/states.ts'
import { call } from '../api.ts'
import { formFields, RecordForm } from '../kit/form/record-form.tsx'
import { toast } from '../toast.ts'

const budget = { section: '全平台的预算', kind: 'number', unit: '条', half: true } as const
const perNumber = { section: '每个号码、来源和账号', kind: 'number', unit: '条', half: true } as const
const strictest = (key: keyof typeof smsLimitMost) => `最多 ${smsLimitMost[key]}，只能改严`

/** The numbers of M-01 may only be made stricter; the shares count only among providers that this platform has. */
export function LimitForm({ found: f, onDone, read }: { found: SmsLimitsFound; onDone(): Promise<void>; read(): Promise<SmsLimitsFound> }) {
  const has = (name: (typeof smsShareNames)[number]) => f.providers.includes(name)
  const fields = formFields(
    SmsLimits,
    { key: 'daily', label: '每天', ...budget },
    { key: 'monthly', label: '每月', ...budget },
    { key: 'phoneDay', label: '同一号码每天（不含验证码）', hint: strictest('phoneDay'), ...perNumber },
    { key: 'codeHour', label: '验证码：同一号码每小时', hint: strictest('codeHour'), ...perNumber },
    { key: 'codeDay', label: '验证码：同一号码每天', hint: strictest('codeDay'), ...perNumber },
    { key: 'codeSource', label: '验证码：同一来源每小时', hint: strictest('codeSource'), ...perNumber },
    { key: 'codeAccount', label: '验证码：同一账号每天', hint: strictest('codeAccount'), ...perNumber },
    ...smsShareNames.map((name) => ({
      key: name,
      label: smsShares[name],
      kind: 'number' as const,
      half: true as const,
      section: '群发短信在服务商之间的份额',
      hint: has(name) ? '0 为不用；按各家的份额分' : '本平台没有开通',
    })),
  )
  return (
    <RecordForm
      schema={SmsLimits}
      fields={fields}
      initial={f}
      latest={read}
      draft={{ key: 'smsLimit' }}
      onSubmit={async (values) => {
        const limits = SmsLimits.parse(Object.fromEntries(Object.keys(SmsLimits.shape).map((key) => [key, Reflect.get(values, key)])))
        await call(smsLimit.save, { body: { ...limits, version: f.version } }, { silent: true })
        toast.success('已保存，一秒内生效')
        await onDone()
      }}
    />
  )
}

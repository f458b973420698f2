import { useQuery } from '@tanstack/react-query'
import { Spin } from 'antd'
import { smsLimit } from '../../contract/sms/limits.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { ErrorState } from '../kit/table/table-states.tsx'
import { lazyPart } from '../shell/lazy-part.tsx'
import { Facts } from './facts.tsx'
import css from './sms.module.css'

const LimitForm = lazyPart(() => import('./limit-form.client.tsx').then((m) => m.LimitForm))

const QUERY = ['sms-limits']
const USED_MS = 10_000

/** 短信限额: a security officer sees what is used of the budgets, and decides budgets, limits and the shares of the providers. */
export default function SmsLimitsScreen() {
  const found = useQuery({
    queryKey: QUERY,
    queryFn: () => call(smsLimit.find, { query: {} }, { silent: true }),
    retry: false,
    staleTime: 0,
    refetchInterval: USED_MS,
  })
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  const f = found.data
  if (!f) return <Spin />
  const used = (now: number, most: number) => `${now} 条，上限 ${most} 条${now >= most ? '，已用完' : ''}`
  const facts = [
    ['今天已用', used(f.usedToday, f.daily)],
    ['本月已用', used(f.usedThisMonth, f.monthly)],
    ['上次修改', f.updateTime === null ? '没有改过，按部署时的设置' : `${localMinute(f.updateTime)}，${f.updatedBy}`],
  ] as const
  return (
    <div className={css.limits}>
      <section aria-label="已用的短信" className={`card ${css.used}`}>
        <Facts facts={facts} />
        <p className={css.note}>
          一条消息记一次，含验证码和试发。今天的用完后，群发的留在队列等次日，验证码暂不能获取；本月的用完不影响验证码。
        </p>
      </section>
      <LimitForm
        key={f.version}
        found={f}
        onDone={async () => void (await found.refetch())}
        read={async () => (await found.refetch()).data ?? f}
      />
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { phone } from '../../contract/fields.ts'
import { smsOptOut } from '../../contract/sms/sends.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { FormDrawer } from '../kit/dialog/form-drawer.tsx'
import { formFields, RecordForm } from '../kit/form/record-form.tsx'
import { ErrorState } from '../kit/table/table-states.tsx'
import { useCan } from '../session.ts'
import { toast } from '../toast.ts'
import css from './sms.module.css'
import { wishes, wishKeys, wishOf } from './wishes.ts'

const Typed = z.object({ phone, wish: z.enum(wishKeys, { error: '请选择' }) })
const fields = formFields(
  Typed,
  { key: 'phone', label: '手机号', maxLength: 40 },
  { key: 'wish', label: '号码主人的选择', kind: 'radio', options: Object.entries(wishes).map(([value, { label }]) => ({ value, label })) },
)

/** Persons who want no messages, and persons who agreed to promotions. What they say by phone or in a reply is entered here. */
export function OptOuts({ onClose }: { onClose(): void }) {
  const can = useCan()
  const found = useQuery({
    queryKey: ['sms-choices'],
    queryFn: () => call(smsOptOut.list, { query: { pageSize: 50 } }, { silent: true }),
    retry: false,
    staleTime: 0,
  })
  return (
    <FormDrawer title="退订与同意" open onClose={onClose} size={560}>
      {can('sms:manage') && (
        <RecordForm
          schema={Typed}
          fields={fields}
          submitText="登记"
          draft={null}
          onSubmit={async ({ phone, wish }) => {
            const { noticeFlag, promotionFlag } = wishes[wish]
            await call(smsOptOut.save, { body: { phone, noticeFlag, promotionFlag } }, { silent: true })
            toast.success('已登记')
            await found.refetch()
          }}
        />
      )}
      <h3>最近登记的</h3>
      {found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <ul className={css.texts}>
          {found.data?.list.map((one) => (
            <li key={one.id}>
              <span className="num">{one.phone}</span> {wishes[wishOf(one)].label}
              <span className={css.note}>
                （{one.source}，{localMinute(one.updateTime)}）
              </span>
            </li>
          ))}
        </ul>
      )}
      {found.data?.total === 0 && <p>还没有人退订或同意接收推广。</p>}
    </FormDrawer>
  )
}

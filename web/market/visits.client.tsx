import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, DatePicker, Drawer } from 'antd'
import type { Dayjs } from 'dayjs'
import { useState } from 'react'
import { market } from '../../contract/market/dealing.ts'
import type { MarketItem } from '../../contract/market/item.ts'
import type { MarketKind } from '../../contract/market/states.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { StatusTag } from '../kit/status-tag.tsx'
import { ErrorState } from '../kit/table/table-states.tsx'
import { toast } from '../toast.ts'
import styles from './market.module.css'

/** Half hours of a day; the usual ones are chosen at first. */
const HOURS = Array.from({ length: 22 }, (_, n) => `${String(8 + (n >> 1)).padStart(2, '0')}:${n % 2 ? '30' : '00'}`)
const USUAL = ['09:00', '09:30', '10:00', '10:30', '14:00', '14:30', '15:00', '15:30', '16:00']

const isOver = (day: Dayjs): boolean => day.endOf('day').valueOf() < Date.now()

/** The half hours in which the owner shows the place: a day with its times. */
export function Visits({ kind, row, onClose }: { kind: MarketKind; row: MarketItem; onClose(): void }) {
  const [day, setDay] = useState<Dayjs | null>(null)
  const [times, setTimes] = useState<string[]>(USUAL)
  const client = useQueryClient()
  const key = ['market', 'slots', row.id]
  const { data, error, isPending, refetch } = useQuery({
    queryKey: key,
    queryFn: () => call(market.slots, { query: { kind, id: row.id } }, { silent: true }),
  })
  const offer = async () => {
    const { added } = await call(market.offerSlots, {
      body: { kind, id: row.id, starts: times.map((time) => `${day!.format('YYYY-MM-DD')} ${time}:00`) },
    })
    toast.success(added === 0 ? '这些时段已经开放' : `已开放 ${added} 个时段`)
    await client.invalidateQueries({ queryKey: key })
  }
  const close = async (slotId: number) => {
    await call(market.closeSlot, { body: { slotId } }).catch(() => undefined)
    await client.invalidateQueries({ queryKey: key })
  }
  return (
    <Drawer title={`“${row.title}”的看房时段`} open onClose={onClose} size={640} destroyOnHidden>
      <p className="meta">每段 30 分钟，别人约走的时段不会再被约。</p>
      <DatePicker aria-label="日期" value={day} onChange={setDay} disabledDate={isOver} />
      <fieldset className={styles.slots} style={{ marginBlock: 12 }}>
        <legend className="field-label">时间</legend>
        {HOURS.map((time) => (
          <label key={time}>
            <input
              type="checkbox"
              checked={times.includes(time)}
              onChange={(e) => setTimes(e.target.checked ? [...times, time] : times.filter((one) => one !== time))}
            />
            {time}
          </label>
        ))}
      </fieldset>
      <Button type="primary" disabled={day === null || times.length === 0} onClick={() => void offer().catch(() => undefined)}>
        开放这些时段
      </Button>
      <h3 style={{ marginTop: 24 }}>已开放</h3>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <p role="status">正在加载…</p>
      ) : data.length === 0 ? (
        <p className="meta">还没有开放时段。</p>
      ) : (
        <ul className={styles.reasons}>
          {data.map((slot) => (
            <li key={slot.id}>
              <span className="num">{localMinute(slot.startTime)}</span>{' '}
              <StatusTag tone={slot.free ? 'running' : 'done'}>{slot.free ? '可约' : '已约'}</StatusTag>
              {slot.free && (
                <Button
                  size="small"
                  type="link"
                  aria-label={`收回 ${localMinute(slot.startTime)} 的时段`}
                  onClick={() => void close(slot.id)}
                >
                  收回
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Drawer>
  )
}

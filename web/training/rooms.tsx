import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { type Booking, type Room, rooms } from '../../contract/training/rooms.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { ErrorState } from '../kit/table/table-states.tsx'
import { StatusTag } from '../kit/status-tag.tsx'
import { StatusOf } from './activity-item.tsx'
import { activityPath } from './addresses.ts'
import { dayName, daysFrom, goesOn, mondayOf, shift } from './months.ts'
import styles from './rooms.module.css'
import { isPublicStatus } from './words.ts'

const today = () => localMinute(new Date().toISOString()).slice(0, 10)
/** On that day by the clock there, also of what goes on for several days. */
const isOn = ({ startTime, endTime }: Booking, day: string) => goesOn(localMinute(startTime), localMinute(endTime), day)
const hours = ({ startTime, endTime }: Booking, day: string) => {
  const [from, to] = [localMinute(startTime), localMinute(endTime)]
  const [begins, ends] = [from.startsWith(day), to.startsWith(day)]
  if (begins && ends) return `${from.slice(11)} 至 ${to.slice(11)}`
  return begins ? `${from.slice(11)} 起` : ends ? `至 ${to.slice(11)}` : '全天'
}

/** Bookings of all places, week by week; double bookings are marked at both. */
export function Rooms() {
  const [from, setFrom] = useState(() => mondayOf(today()))
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['training', 'rooms', from],
    queryFn: () => call(rooms.week, { query: { from } }, { silent: true }),
    retry: false,
  })
  const days = daysFrom(from, 7)
  return (
    <>
      <nav className={styles.nav} aria-label="周">
        <Button onClick={() => setFrom(shift(from, -7))}>上一周</Button>
        <strong className="num">
          {from} 至 {days[6]}
        </strong>
        <Button onClick={() => setFrom(shift(from, 7))}>下一周</Button>
        <Button disabled={from === mondayOf(today())} onClick={() => setFrom(mondayOf(today()))}>
          本周
        </Button>
      </nav>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <p role="status">正在加载…</p>
      ) : data.list.length === 0 ? (
        <p className="meta">这一周没有占用场地的活动。</p>
      ) : (
        <>
          {data.cut && <p className="meta">这一周的活动过多，只显示其中一部分。</p>}
          <div className={styles.scroll}>
            <table className={styles.week}>
              <caption className="visually-hidden">各场地一周的活动</caption>
              <thead>
                <tr>
                  <th scope="col">场地</th>
                  {days.map((day) => (
                    <th key={day} scope="col" data-today={day === today() || undefined}>
                      {dayName(day)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.list.map((room) => (
                  <RoomRow key={room.place} room={room} days={days} />
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </>
  )
}

const RoomRow = ({ room, days }: { room: Room; days: readonly string[] }) => (
  <tr>
    <th scope="row">{room.place}</th>
    {days.map((day) => {
      const here = room.bookings.filter((one) => isOn(one, day))
      return (
        <td key={day} data-label={dayName(day)} data-empty={here.length === 0 || undefined}>
          {here.length > 0 && (
            <ul>
              {here.map((one) => (
                <li key={one.id}>
                  <span className="num">{hours(one, day)}</span>
                  {isPublicStatus(one.status) ? <a href={activityPath(one.id)}>{one.title}</a> : <span>{one.title}</span>}
                  <span>
                    <StatusOf status={one.status} name={one.statusName} />{' '}
                    {one.clashes.length > 0 && <StatusTag tone="refused">撞期</StatusTag>}
                  </span>
                  {one.clashes.length > 0 && <span className="meta">与“{one.clashes.join('”“')}”同时</span>}
                </li>
              ))}
            </ul>
          )}
        </td>
      )
    })}
  </tr>
)

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { workCalendar, type CalendarDay } from '../../contract/calendar.ts'
import { call } from '../api.ts'
import { ErrorState } from '../kit/table/table-states.tsx'
import { lazyPart } from '../shell/lazy-part.tsx'
import css from './work-calendar.module.css'

const DayDialog = lazyPart(() => import('./work-calendar-day.client.tsx').then((m) => m.DayDialog))

const WEEK = ['一', '二', '三', '四', '五', '六', '日']
/** Position in a week that begins on Monday, from 0. */
const weekday = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

/** 工作日历: the working days; the office's decisions override the published calendar. */
export default function WorkCalendar() {
  const [params, setParams] = useSearchParams()
  const year = /^20[1-9]\d$/.test(params.get('year') ?? '') ? Number(params.get('year')) : new Date().getFullYear()
  const query = useQuery({
    queryKey: ['work-calendar', year],
    queryFn: () => call(workCalendar.list, { query: { year } }, { silent: true }),
    retry: false,
  })
  const [open, setOpen] = useState<CalendarDay | null>(null)
  const to = (next: number) => setParams({ year: String(next) })
  return (
    <>
      <div className={css.head}>
        <button type="button" className="btn btn-small" disabled={year <= 2010} onClick={() => to(year - 1)}>
          上一年
        </button>
        <h1>{year} 年工作日历</h1>
        <button type="button" className="btn btn-small" disabled={year >= 2099} onClick={() => to(year + 1)}>
          下一年
        </button>
      </div>
      <p className="meta">
        按工作日计算的期限（办理、公示、补正、征求意见等）都用这个日历。改动从保存起生效，已经定下日期的期限不变；已过去的日期不能修改。
      </p>
      <ul className={css.legend}>
        <li className={css.rest}>休息</li>
        <li className={css.makeup}>调休上班</li>
        <li className={css.own}>本单位另行安排</li>
      </ul>
      {query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <p role="status">正在加载…</p>
      ) : (
        <>
          {!query.data.hasPublished && (
            <p className="tag tag-warning" style={{ whiteSpace: 'normal' }} role="note">
              {year} 年的放假安排还没有公布或没有随本版本更新，目前只按周一至周五计算。公布后请逐日设置，或更新版本。
            </p>
          )}
          <div className={css.months} ref={year === Number(query.data.today.slice(0, 4)) ? toThisMonth : undefined}>
            {Array.from({ length: 12 }, (_, n) => (
              <Month
                key={n}
                month={n + 1}
                days={query.data.days.filter(({ day }) => Number(day.slice(5, 7)) === n + 1)}
                today={query.data.today}
                onOpen={setOpen}
              />
            ))}
          </div>
        </>
      )}
      {open && <DayDialog day={open} onClose={() => setOpen(null)} onDone={() => query.refetch()} />}
    </>
  )
}

/** On a phone the months stand below each other: the page begins at the present one. Called once, when the list appears. */
function toThisMonth(months: HTMLElement | null) {
  if (months && window.matchMedia('(max-width: 767px)').matches)
    months.querySelector('[aria-current="date"]')?.closest('section')?.scrollIntoView({ block: 'start' })
}

interface MonthProps {
  month: number
  days: readonly CalendarDay[]
  today: string
  onOpen(day: CalendarDay): void
}

const Month = ({ month, days, today, onOpen }: MonthProps) => (
  <section className={css.month} aria-label={`${month} 月`}>
    <h2>
      {month} 月<span className="meta">工作日 {days.filter(({ works }) => works).length} 天</span>
    </h2>
    <div className={css.grid}>
      {WEEK.map((name) => (
        <span key={name} className={css.week} aria-hidden="true">
          {name}
        </span>
      ))}
      {days.map((day, n) => (
        <button
          key={day.day}
          type="button"
          data-print="keep"
          className={[css.day, day.works ? '' : css.rest, day.works && weekday(day.day) > 4 ? css.makeup : '', day.own ? css.own : '']
            .filter(Boolean)
            .join(' ')}
          style={n === 0 ? { gridColumnStart: weekday(day.day) + 1 } : undefined}
          disabled={day.day < today}
          aria-current={day.day === today ? 'date' : undefined}
          aria-label={`${month}月${Number(day.day.slice(8))}日，${day.works ? '上班' : '休息'}${day.holiday ? `，${day.holiday}` : ''}${
            day.own ? `，本单位安排${day.note ? `：${day.note}` : ''}` : ''
          }`}
          title={[day.holiday, day.note].filter(Boolean).join(' · ') || undefined}
          onClick={() => onOpen(day)}
        >
          {Number(day.day.slice(8))}
        </button>
      ))}
    </div>
  </section>
)

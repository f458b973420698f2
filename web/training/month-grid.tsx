import type { ActivityItem as Item } from '../../contract/training/activity.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { StatusOf } from './activity-item.tsx'
import { activityPath } from './addresses.ts'
import { daysOfMonth, monthTitle, nextMonth } from './months.ts'
import styles from './month-grid.module.css'

const WEEKDAYS = ['一', '二', '三', '四', '五', '六', '日']

/**
 * A month as a table: each day with the activities that begin on it. Days without activities are empty cells, also for screen readers; on a
 * phone they are left out. `address`: of another month.
 */
export function MonthGrid({ month, items, address }: { month: string; items: readonly Item[]; address(month: string): string }) {
  const byDay = Map.groupBy(items, (item) => localMinute(item.startTime).slice(0, 10))
  return (
    <>
      <nav className={styles.nav} aria-label="月份">
        <a className="btn btn-small" href={address(nextMonth(month, -1))}>
          上个月
        </a>
        <strong>{monthTitle(month)}</strong>
        <a className="btn btn-small" href={address(nextMonth(month, 1))}>
          下个月
        </a>
      </nav>
      <table className={styles.month}>
        <caption className="visually-hidden">{monthTitle(month)}的活动</caption>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col">
                <abbr title={`星期${name}`}>{name}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {daysOfMonth(month).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((day, i) => {
                const here = (day && byDay.get(day)) || []
                return (
                  <td key={day ?? `none-${i}`} data-empty={here.length === 0 || undefined}>
                    {day && <time dateTime={day}>{Number(day.slice(8))}</time>}
                    {here.length > 0 && (
                      <ul>
                        {here.map((item) => (
                          <li key={item.id}>
                            <a href={activityPath(item.id)}>{item.title}</a>
                            <span className="meta num">{localMinute(item.startTime).slice(11)}</span>{' '}
                            <StatusOf status={item.status} name={item.statusName} />
                          </li>
                        ))}
                      </ul>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {items.length === 0 && <p className="meta">这个月没有活动。</p>}
    </>
  )
}

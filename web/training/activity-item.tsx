import type { ActivityItem as Item } from '../../contract/training/activity.ts'
import { trainingStatus, type TrainingStatus } from '../../contract/training/states.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { StatusTag } from '../kit/status-tag.tsx'
import { activityPath } from './addresses.ts'
import { Cover } from './cover.tsx'
import styles from './training.module.css'

/** Start and end as text; when both are on the same day, the day appears once. */
export const spanText = (start: string, end: string): string => {
  const [from, to] = [localMinute(start), localMinute(end)]
  return from.slice(0, 10) === to.slice(0, 10) ? `${from} 至 ${to.slice(11)}` : `${from} 至 ${to}`
}
export const seatsText = ({ maxNum, enrolNum, waitNum }: Pick<Item, 'maxNum' | 'enrolNum' | 'waitNum'>): string =>
  `名额 ${maxNum} 人，已报名 ${enrolNum} 人${waitNum > 0 ? `，候补 ${waitNum} 人` : ''}`

export const StatusOf = ({ status, name }: { status: number; name: string }) => (
  <StatusTag tone={trainingStatus.tones[status as TrainingStatus]}>{name}</StatusTag>
)

/** One activity in a public list: day, title, time and place, free seats. */
export function ActivityItem({ item }: { item: Item }) {
  const start = localMinute(item.startTime)
  return (
    <li className={styles.item}>
      <p className={styles.day} aria-hidden="true">
        {start.slice(0, 4)}
        <strong>{start.slice(5, 10)}</strong>
      </p>
      <Cover of={item} />
      <div>
        <h3>
          <StatusOf status={item.status} name={item.statusName} /> <a href={activityPath(item.id)}>{item.title}</a>
        </h3>
        {item.summary && <p>{item.summary}</p>}
        <p className="meta">
          {[item.type, spanText(item.startTime, item.endTime), item.online === 1 ? '线上' : item.place, item.host]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p className="meta">{seatsText(item)}</p>
      </div>
    </li>
  )
}

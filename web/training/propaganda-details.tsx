import { Suspense } from 'react'
import type { Route } from './+types/propaganda-details'
import { activity, type ActivityDetail } from '../../contract/training/activity.ts'
import { trainInfo } from '../../contract/training/info.ts'
import { trainingStatus } from '../../contract/training/states.ts'
import { unitTypeLabels, unitTypes } from '../../contract/unit-words.ts'
import { servicesContext } from '../context.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { PlaceMap } from '../map/index.ts'
import { queryOf } from '../shell/address.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { filesBody, PrintPage, richBody } from '../shell/public/detail-parts.tsx'
import { PublicDetail } from '../shell/public/public-detail.tsx'
import { detailMeta } from '../shell/public/public-meta.ts'
import { seatsText, spanText, StatusOf } from './activity-item.tsx'
import { activityPath, calendarPath, infoPath, PROPAGANDA } from './addresses.ts'
import { InfoDetail } from './info-detail.tsx'
import styles from './training.module.css'

// The reader's own enrolment is loaded after the page has appeared.
const OwnPart = lazyPart(() => import('./own-part.tsx').then((m) => m.OwnPart))
const { cancelled, delayed, ended, toEvaluate } = trainingStatus.code

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(servicesContext)
  const { id = '', type } = queryOf(request.url, ['id', 'type'])
  return type === 'info'
    ? { item: null, report: await call(trainInfo.findById, { query: { id } }) }
    : { item: await call(activity.findById, { query: { id } }), report: null }
}

/** The schema.org EventStatus; calendars distinguish these three. */
const eventStatus = (status: number | undefined): string =>
  `https://schema.org/${status === cancelled ? 'EventCancelled' : status === delayed ? 'EventRescheduled' : 'EventScheduled'}`

export const meta: Route.MetaFunction = (args) => {
  const { item, report } = args.loaderData ?? {}
  if (report)
    return detailMeta(args, {
      title: report.title,
      description: report.summary,
      above: ['培训宣传', PROPAGANDA],
      path: infoPath(report.id),
      thing: { '@type': 'Article', headline: report.title, datePublished: report.publishTime },
    })
  return detailMeta(args, {
    title: item?.title ?? '活动详情',
    description: item?.summary ?? '',
    above: ['培训宣传', PROPAGANDA],
    path: activityPath(item?.id ?? 0),
    thing: {
      '@type': 'Event',
      name: item?.title ?? '',
      startDate: item?.startTime,
      endDate: item?.endTime,
      eventStatus: eventStatus(item?.status),
      ...(item?.place
        ? {
            location: {
              '@type': 'Place',
              name: item.place,
              address: placeText(item),
              ...(item.lng !== null && item.lat !== null
                ? { geo: { '@type': 'GeoCoordinates', longitude: item.lng, latitude: item.lat } }
                : {}),
            },
          }
        : {}),
    },
  })
}

/** 活动详情, or a report. */
export default function PropagandaDetails({ loaderData: { item, report } }: Route.ComponentProps) {
  return report ? <InfoDetail item={report} /> : <Activity item={item!} />
}

/** Time, place, organiser and free seats of an activity; the enrolment is beside it. */
function Activity({ item }: { item: ActivityDetail }) {
  return (
    <PublicDetail
      title={item.title}
      above={['培训宣传', PROPAGANDA]}
      here="活动详情"
      meta={<StatusOf status={item.status} name={item.statusName} />}
      notes={
        <>
          {item.reason && (item.status === cancelled || item.status === delayed) && (
            <p className="meta">
              {item.status === cancelled ? '取消原因' : '延期原因'}：{item.reason}
            </p>
          )}
          {item.canEnrol && (
            <a className={`btn btn-primary ${styles.toEnrol}`} href="#enrol">
              报名、我的报名
            </a>
          )}
        </>
      }
      facts={[
        ['类型', item.type],
        ['时间', spanText(item.startTime, item.endTime)],
        ['地点', item.online === 1 ? '线上，报名成功后可以看到参加地址' : placeText(item)],
        ['报名时间', `${localMinute(item.enrolStartTime)} 至 ${localMinute(item.enrolEndTime)}`],
        ['名额', seatsText(item)],
      ]}
      sections={[
        { id: 'content', name: '活动内容', body: item.content ? richBody(item.content) : <p>{item.summary || '没有更多说明'}</p> },
        { id: 'agenda', name: '议程', body: item.agenda.length > 0 ? <Agenda rows={item.agenda} /> : null },
        {
          id: 'place',
          name: '位置',
          body:
            item.lng !== null && item.lat !== null ? (
              <Suspense fallback={null}>
                <PlaceMap lng={item.lng} lat={item.lat} title={item.place} />
              </Suspense>
            ) : null,
        },
        { id: 'files', name: '附件', body: filesBody(item.attachments.map((f) => ({ name: f.fileName, filePath: f.fileId }))) },
        { id: 'units', name: '主办与承办', body: item.units.length > 0 ? <Units units={item.units} /> : null },
      ]}
      aside={
        <>
          <div id="enrol">
            <Suspense fallback={null}>
              <OwnPart id={item.id} />
            </Suspense>
          </div>
          {item.status !== ended && item.status !== toEvaluate && (
            <a className="btn" href={calendarPath(item.id)} download>
              加入日历
            </a>
          )}
          <PrintPage />
        </>
      }
    />
  )
}

/** The street comes first, unless the address already names it. */
const placeText = ({ place, streetName }: ActivityDetail): string =>
  streetName && !place.includes(streetName) ? `${streetName} ${place}` : place

const Agenda = ({ rows }: { rows: ActivityDetail['agenda'] }) => (
  <ol className={styles.agenda}>
    {rows.map(({ time, topic, speaker }, i) => (
      <li key={i}>
        {time && <span className="num">{time}</span>}
        <span>{topic}</span>
        {speaker && <span className="meta">{speaker}</span>}
      </li>
    ))}
  </ol>
)

const Units = ({ units }: { units: ActivityDetail['units'] }) => (
  <ul className={styles.units}>
    {unitTypes.flatMap((type) =>
      units
        .filter((unit) => unit.unitType === type)
        .map((unit, i) => (
          <li key={`${type}-${i}`}>
            {unitTypeLabels[type]}：{unit.unitName}
            {unit.unitAbbre && `（${unit.unitAbbre}）`}
            {(unit.unitContact || unit.unitPhone) && (
              <span className="meta"> {[unit.unitContact, unit.unitPhone].filter(Boolean).join(' ')}</span>
            )}
          </li>
        )),
    )}
  </ul>
)

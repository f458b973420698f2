import type { Live, TrainInfo } from '../../contract/training/info.ts'
import { trainingStatus } from '../../contract/training/states.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { spanText, StatusOf } from './activity-item.tsx'
import { infoPath } from './addresses.ts'
import { Cover } from './cover.tsx'
import { LiveWatch } from './live-watch.tsx'
import styles from './training.module.css'
import { UntilStart } from './until-start.tsx'

const { notStarted, ended } = trainingStatus.code

/** Training reports: pinned ones first, then the newest. */
export const Reports = ({ list }: { list: readonly TrainInfo[] }) => (
  <ul style={{ padding: 0, margin: 0, listStyle: 'none' }}>
    {list.map((item) => (
      <li key={item.id} className={styles.item}>
        <Cover of={item} />
        <div>
          <h3>
            <a href={infoPath(item.id)}>{item.title}</a>
          </h3>
          {item.summary && <p>{item.summary}</p>}
          <p className="meta">
            {[
              item.kind,
              item.topFlag === 1 ? '置顶' : '',
              item.publishTime ? localMinute(item.publishTime).slice(0, 10) : '',
              `浏览 ${item.viewNum}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
      </li>
    ))}
  </ul>
)

/** Live sessions: the link from ten minutes before the start, the recording afterwards. */
export const Lives = ({ list }: { list: readonly Live[] }) => (
  <ul style={{ padding: 0, margin: 0, listStyle: 'none' }}>
    {list.map((item) => (
      <li key={item.id} className={styles.item}>
        <Cover of={item} />
        <div>
          <h3>
            <StatusOf status={item.status} name={item.statusName} /> {item.title}
          </h3>
          <p className="meta">{spanText(item.startTime, item.endTime)}</p>
          <p>
            {item.url && (
              <a href={item.url} target="_blank" rel="noopener">
                进入直播
              </a>
            )}
            {item.replayUrl && (
              <a href={item.replayUrl} target="_blank" rel="noopener">
                看回放
              </a>
            )}
            {item.play && <LiveWatch id={item.id} address={(item.url ?? item.replayUrl)!} play={item.play} title={item.title} />}
            {item.status === notStarted && !item.url && <UntilStart at={item.startTime} />}
            {item.status === ended && !item.replayUrl && <span className="meta">没有回放</span>}
          </p>
        </div>
      </li>
    ))}
  </ul>
)

import { useQuery } from '@tanstack/react-query'
import type { ActivityItem } from '../../contract/training/activity.ts'
import { attendance, VENUE_STEP_S } from '../../contract/training/attendance.ts'
import { call } from '../api.ts'
import QrCode from '../kit/qr-code.tsx'
import { ErrorState } from '../kit/table/table-states.tsx'
import { Dialog } from '../shell/dialog.tsx'
import { activityPath } from './addresses.ts'
import styles from './training.module.css'

const LEAST_MS = 1000

/** For a screen at the venue. The code changes every half minute, and a forwarded picture of it is invalid after a minute. */
export function VenueCode({ row, onClose }: { row: ActivityItem; onClose(): void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['training', 'venue', row.id],
    queryFn: () => call(attendance.venueCode, { query: { id: row.id } }, { silent: true }),
    refetchInterval: ({ state }) =>
      state.data ? Math.max(LEAST_MS, Math.min(VENUE_STEP_S * 1000, Date.parse(state.data.until) - Date.now())) : false,
    refetchIntervalInBackground: true,
    gcTime: 0,
  })
  return (
    <Dialog title="大屏签到码" width={720} onClose={onClose}>
      <div className={styles.pass}>
        <p className={styles.venue}>{row.title}</p>
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          data && (
            <QrCode
              text={`${location.origin}${activityPath(row.id)}&venue=${encodeURIComponent(data.code)}`}
              label="现场签到码"
              size={420}
            />
          )
        )}
        <p className="meta">已报名的人用手机扫码、登录后签到。码每 {VENUE_STEP_S} 秒变一次，转发的码一分钟后无效。</p>
      </div>
    </Dialog>
  )
}

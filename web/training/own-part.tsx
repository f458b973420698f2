import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { USER_TYPE_ENTERPRISE, USER_TYPE_INDIVIDUAL, USER_TYPE_OPERATOR } from '../../contract/constants.ts'
import { activity, type ActivityDetail } from '../../contract/training/activity.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { session, useViewer } from '../session.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { requireLogin } from '../shell/require-login.ts'
import { useSite } from '../shell/root-data.ts'
import { OwnEnrolments } from './own-enrolments.tsx'
import { OwnMaterials } from './own-materials.tsx'
import { VenueCheckIn } from './venue-check-in.tsx'
import { SideBlock } from '../shell/public/detail-parts.tsx'

const EnrolDialog = lazyPart(() => import('./enrol-dialog.client.tsx').then((m) => m.EnrolDialog))

/** The user's enrolments in an activity, and the button to enrol. A visitor is asked to sign in first (M088). */
export function OwnPart({ id }: { id: number }) {
  const { ssoUrl } = useSite()
  const viewer = useViewer()
  const [open, setOpen] = useState(false)
  const [found, setFound] = useState<ActivityDetail | null>(null)
  const type = viewer?.type
  // Public pages have no query client; after an error the page stays as the server rendered it.
  const refresh = async () => setFound(await call(activity.findById, { query: { id } }, { silent: true }).catch(() => null))
  const { revalidate } = useRevalidator()
  // Also the free seats that the server rendered.
  const changed = () => Promise.all([refresh(), revalidate()])
  useEffect(() => {
    void refresh()
  }, [id, type])
  if (!found) return null
  // The code of the venue's screen, when the user has scanned it.
  const venue = new URLSearchParams(location.search).get('venue') ?? ''
  const { canEnrol, status, mine, liveUrl, title, questions, materials, enrolNum, maxNum, perCompany, clashes, contact } = found
  const isStaff = viewer?.type === USER_TYPE_OPERATOR
  // A company can enrol several persons, each with a seat and a pass.
  const mayEnrol = canEnrol && !isStaff && (mine.length === 0 || (type === USER_TYPE_ENTERPRISE && mine.length < perCompany))
  const start = async () => {
    if (await requireLogin(ssoUrl)) setOpen(true)
  }
  const login = async () => void (await requireLogin(ssoUrl))
  const atVenue = venue !== '' && !isStaff && (
    <VenueCheckIn id={id} code={venue} mine={viewer ? mine : null} onLogin={() => void login()} onDone={changed} />
  )
  if (!canEnrol && mine.length === 0) return atVenue || null
  const taken = materials ?? []
  const ownNumber = open ? (session.user()?.mobile ?? '') : ''
  return (
    <>
      {atVenue}
      <SideBlock title={mine.length > 0 ? '我的报名' : '报名'}>
        {mine.length > 0 && <OwnEnrolments id={id} title={title} status={status} mine={mine} onDone={changed} />}
        {liveUrl && (
          <p>
            参加地址：
            <a href={liveUrl} target="_blank" rel="noopener">
              {liveUrl}
            </a>
          </p>
        )}
        {mine.length > 0 && taken.length > 0 && <OwnMaterials of={taken} />}
        {mayEnrol && clashes.length > 0 && (
          <p className="meta" role="note">
            同一时间您还报名了：{clashes.map((one) => `“${one.title}”（${localMinute(one.startTime)}）`).join('、')}
          </p>
        )}
        {mayEnrol && (
          <button type="button" className={mine.length > 0 ? 'btn' : 'btn btn-primary'} onClick={() => void start()}>
            {mine.length > 0 ? `再报名一人（最多 ${perCompany} 人）` : enrolNum < maxNum ? '我要报名' : '名额已满，报名候补'}
          </button>
        )}
        {canEnrol && isStaff && <p className="meta">企业和个人登录后可以报名。</p>}
        {open && (
          <EnrolDialog
            id={id}
            title={title}
            questions={questions}
            name={type === USER_TYPE_INDIVIDUAL ? viewer!.name : contact}
            ownNumber={ownNumber && mine.every((one) => one.phone !== ownNumber) ? ownNumber : ''}
            onClose={() => setOpen(false)}
            onDone={changed}
          />
        )}
      </SideBlock>
    </>
  )
}

import { useEffect, useRef, useState } from 'react'
import { attendance } from '../../contract/training/attendance.ts'
import type { OwnEnrolment } from '../../contract/training/activity.ts'
import { enrolStates } from '../../contract/training/states.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { readFailure } from '../kit/failure.ts'
import { SideBlock } from '../shell/public/detail-parts.tsx'
import { useLoggedInAgain } from '../kit/form/shown-failure.ts'

interface Props {
  id: number
  code: string
  /** null: not signed in */
  mine: readonly OwnEnrolment[] | null
  onLogin(): void
  onDone(): Promise<unknown>
}

/** A user who scanned the code of the venue's screen checks in with one click; of a company each person does so. */
export function VenueCheckIn({ id, code, mine, onLogin, onDone }: Props) {
  const [said, setSaid] = useState('')
  const [fault, setFault] = useState('')
  useLoggedInAgain(() => setFault(''))
  // On a phone it is below the text, so the page scrolls to it, because the user came for it.
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.scrollIntoView({ block: 'center' }), [])
  const here = mine?.filter((one) => one.waiting === null && one.state === enrolStates.code.enrolled) ?? []
  const checkIn = async (one: OwnEnrolment) => {
    setFault('')
    try {
      const done = await call(attendance.selfCheckIn, { body: { id, enrolId: one.id, code } }, { silent: true })
      setSaid(`${one.contact} ${done.already ? '已于' : '签到成功，'} ${localMinute(done.checkTime)}${done.already ? ' 签到' : ''}`)
      await onDone()
    } catch (error) {
      setFault(readFailure(error).message)
    }
  }
  return (
    <div ref={place}>
      <SideBlock title="现场签到">
        {mine === null && (
          <button type="button" className="btn btn-primary" onClick={onLogin}>
            登录后签到
          </button>
        )}
        {here.map((one) => (
          <p key={one.id}>
            <button type="button" className="btn btn-primary" onClick={() => void checkIn(one)}>
              签到：{one.contact}
            </button>
          </p>
        ))}
        {mine !== null && here.length === 0 && !said && <p className="meta">您没有需要签到的报名。</p>}
        {said && <p role="status">{said}</p>}
        {fault && (
          <p className="field-error" role="alert">
            {fault}
          </p>
        )}
      </SideBlock>
    </div>
  )
}

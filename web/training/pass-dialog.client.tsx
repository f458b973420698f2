import { useEffect, useState } from 'react'
import type { Data } from '../../contract/endpoint.ts'
import type { OwnEnrolment } from '../../contract/training/activity.ts'
import { attendance } from '../../contract/training/attendance.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { readFailure } from '../kit/failure.ts'
import QrCode from '../kit/qr-code.tsx'
import { Dialog } from '../shell/dialog.tsx'
import styles from './training.module.css'
import { useLoggedInAgain } from '../kit/form/shown-failure.ts'

type Pass = Data<typeof attendance.pass>

/** The pass of one person, to be scanned at the entrance; the six digits are for entrances without a camera. */
export function PassDialog({ id, of, onClose }: { id: number; of: OwnEnrolment; onClose(): void }) {
  const [pass, setPass] = useState<Pass | null>(null)
  const [fault, setFault] = useState('')
  useLoggedInAgain(() => setFault(''))
  useEffect(() => {
    let shown = true
    call(attendance.pass, { query: { id, enrolId: of.id } }, { silent: true }).then(
      (found) => shown && setPass(found),
      (error: unknown) => shown && setFault(readFailure(error).message),
    )
    return () => void (shown = false)
  }, [id, of.id])
  return (
    <Dialog title={`入场码：${of.contact}`} width={420} onClose={onClose}>
      <div className={styles.pass} aria-live="polite">
        {fault && (
          <p className="field-error" role="alert">
            {fault}
          </p>
        )}
        {!pass && !fault && <p className="meta">正在取入场码…</p>}
        {pass && (
          <>
            <QrCode text={pass.code} label={`${pass.contact}的入场码`} size={240} />
            <p className={styles.digits} aria-label={`6 位码 ${[...pass.digits].join(' ')}`}>
              {pass.digits}
            </p>
            <p>{pass.title}</p>
            <p className="meta">
              {localMinute(pass.startTime)} {pass.place}
            </p>
            <p className="meta">
              {pass.checkTime ? `已于 ${localMinute(pass.checkTime)} 签到` : '签到时请工作人员扫码，或报 6 位码。请勿转给他人。'}
            </p>
          </>
        )}
      </div>
    </Dialog>
  )
}

import { useState } from 'react'
import { activity, type OwnEnrolment } from '../../contract/training/activity.ts'
import { enrolStates, trainingStatus } from '../../contract/training/states.ts'
import { call } from '../api.ts'
import { Dialog } from '../shell/dialog.tsx'
import { lazyPart } from '../shell/lazy-part.tsx'
import { toast } from '../toast.ts'
import { readFailure } from '../kit/failure.ts'
import { StatusTag } from '../kit/status-tag.tsx'
import styles from './training.module.css'
import { missedText } from './words.ts'
import { useLoggedInAgain } from '../kit/form/shown-failure.ts'

const PassDialog = lazyPart(() => import('./pass-dialog.client.tsx').then((m) => m.PassDialog))

interface Props {
  id: number
  title: string
  status: number
  mine: readonly OwnEnrolment[]
  onDone(): Promise<unknown>
}
const { cancelled, ended, eventRunning, toEvaluate } = trainingStatus.code
const withoutPass: readonly number[] = [cancelled, ended, toEvaluate]
const tooLateToLeave: readonly number[] = [eventRunning, ended, toEvaluate]

/** The enrolled persons, with a pass while the activity takes place, and a button to cancel before it starts, which asks for confirmation. */
export function OwnEnrolments({ id, title, status, mine, onDone }: Props) {
  const [leaving, setLeaving] = useState<OwnEnrolment | null>(null)
  const [passOf, setPassOf] = useState<OwnEnrolment | null>(null)
  const [fault, setFault] = useState('')
  useLoggedInAgain(() => setFault(''))
  const leave = async () => {
    try {
      await call(activity.cancelEnrol, { body: { id, enrolId: leaving!.id } }, { silent: true })
      toast.success('已取消报名')
      setLeaving(null)
      await onDone()
    } catch (error) {
      setFault(readFailure(error).message)
    }
  }
  return (
    <>
      <ul className={styles.own}>
        {mine.map((one) => (
          <li key={one.id}>
            <StatusTag tone={one.waiting === null ? enrolStates.tones[one.state as 0] : 'waiting'}>{one.stateName}</StatusTag>
            <span>
              {one.contact} <span className="num">{one.phone}</span>
            </span>
            {one.answers.length > 0 && (
              <span className="meta">{one.answers.map(({ label, words }) => `${label}：${words}`).join('；')}</span>
            )}
            {one.missed.length > 0 && <span className="meta">{missedText(one.missed)}</span>}
            {one.state === enrolStates.code.enrolled && one.waiting === null && !withoutPass.includes(status) && (
              <button type="button" className="btn btn-small" onClick={() => setPassOf(one)} aria-label={`入场码：${one.contact}`}>
                入场码
              </button>
            )}
            {one.state === enrolStates.code.enrolled && !tooLateToLeave.includes(status) && (
              <button
                type="button"
                className="btn btn-small"
                onClick={() => (setFault(''), setLeaving(one))}
                aria-label={`取消报名：${one.contact}`}
              >
                取消报名
              </button>
            )}
          </li>
        ))}
      </ul>
      {passOf && <PassDialog id={id} of={passOf} onClose={() => setPassOf(null)} />}
      {leaving && (
        <Dialog
          title="取消报名"
          onClose={() => setLeaving(null)}
          footer={
            <>
              <button type="button" className="btn" onClick={() => setLeaving(null)}>
                不取消
              </button>
              <button type="button" className="btn btn-primary" onClick={() => void leave()}>
                取消报名
              </button>
            </>
          }
        >
          <p>
            取消 {leaving.contact} 的“{title}”报名？{leaving.waiting === null ? '名额会转给候补的人。' : '候补的位置不保留。'}
          </p>
          {fault && (
            <p className="field-error" role="alert">
              {fault}
            </p>
          )}
        </Dialog>
      )}
    </>
  )
}

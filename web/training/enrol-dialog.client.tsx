import { useEffect, useRef, useState } from 'react'
import { fieldsOf, type FormData } from '../../contract/form/rules.ts'
import { activity } from '../../contract/training/activity.ts'
import { formOf } from '../../contract/training/question-form.ts'
import type { StoredQuestion } from '../../contract/training/questions.ts'
import { call } from '../api.ts'
import { FormField, wireValue } from '../form/index.ts'
import { readFailure } from '../kit/failure.ts'
import { Labelled } from '../kit/form/labelled.tsx'
import { NumberProof } from '../kit/verify/number-proof.tsx'
import { SendDialog } from '../shell/send-dialog.tsx'
import { toast } from '../toast.ts'
import { inQueue } from './in-queue.ts'
import { missedText } from './words.ts'

const fields = [
  { key: 'contact', label: '参加人', mode: 'text', complete: 'name' },
  { key: 'phone', label: '手机号', mode: 'tel', complete: 'tel' },
] as const
type Key = (typeof fields)[number]['key']

interface Props {
  id: number
  title: string
  questions: readonly StoredQuestion[]
  /** the most likely participant, as a suggestion */
  name: string
  /** the account's own number, masked; empty when it has none or somebody is enrolled with it */
  ownNumber: string
  onClose(): void
  onDone(): Promise<unknown>
}
/**
 * Enrols one person; a number other than the account's own needs a verification code. An error is shown at its field, and the input stays.
 */
export function EnrolDialog({ id, title, questions, name, ownNumber, onClose, onDone }: Props) {
  const asked = fieldsOf(formOf(questions))
  const [answers, setAnswers] = useState<FormData>({})
  const [typed, setTyped] = useState<Record<Key, string>>({ contact: name, phone: ownNumber })
  const [code, setCode] = useState('')
  const [wait, setWait] = useState(0)
  const open = useRef(new AbortController())
  useEffect(() => {
    const own = new AbortController()
    open.current = own
    return () => own.abort()
  }, [])
  return (
    <SendDialog
      title={`报名“${title}”`}
      okText="报名"
      effect={
        <span role="status">
          {wait > 0
            ? `报名的人较多，正在排队，约 ${wait} 秒后自动再送，请不要关闭本页。`
            : '只有活动的发布人能看到您的联系方式。活动延期、取消或候补转正时会通知您。'}
        </span>
      }
      onClose={onClose}
      onSend={async () => {
        const sent = {
          id,
          ...typed,
          // The server knows the number that is masked here.
          phone: ownNumber && typed.phone === ownNumber ? '' : typed.phone,
          ...(code ? { verifyCode: code } : {}),
          answers: Object.fromEntries(asked.map((f) => [f.key, wireValue(f, answers[f.key]) as string | null])),
        }
        const { signal } = open.current
        const { waiting, missed } = await inQueue(() => call(activity.enrol, { body: sent }, { silent: true, signal }), {
          onWait: setWait,
          signal,
        }).catch((error: unknown) => {
          // The fault of a question that came after this page was opened has no field here.
          const isNew = ({ path }: { path: string }) => path.startsWith('answers.') && !asked.some((f) => path === `answers.${f.key}`)
          throw readFailure(error).fields.some(isNew) ? new Error('报名问题已经修改，请刷新页面后再报名') : error
        })
        toast.success(
          waiting === null
            ? '报名成功'
            : `名额已满，您在候补第 ${waiting} 位，有名额时会通知您${missed.length > 0 ? `。${missedText(missed)}` : ''}`,
        )
        onClose()
        await onDone()
      }}
    >
      {({ faultAt, mended }) => {
        const asksCode = faultAt('verifyCode')
        return (
          <>
            {fields.map(({ key, label, mode, complete }) => (
              <Labelled key={key} label={label} fault={faultAt(key)}>
                {(aria) => (
                  <input
                    {...aria}
                    className="field"
                    inputMode={mode}
                    autoComplete={complete}
                    maxLength={30}
                    value={typed[key]}
                    onChange={(e) => {
                      setTyped({ ...typed, [key]: e.target.value })
                      mended(key)
                    }}
                  />
                )}
              </Labelled>
            ))}
            {asked.map((f) => (
              <FormField
                key={f.key}
                field={f}
                value={answers[f.key] ?? null}
                open
                correction={undefined}
                known={undefined}
                error={faultAt(`answers.${f.key}`)}
                onChange={(value) => {
                  setAnswers((now) => ({ ...now, [f.key]: value }))
                  mended(`answers.${f.key}`)
                }}
                onLeave={() => {}}
              />
            ))}
            {(asksCode || code) && <NumberProof purpose="enrol" phone={typed.phone} code={code} onCode={setCode} fault={asksCode} />}
          </>
        )
      }}
    </SendDialog>
  )
}

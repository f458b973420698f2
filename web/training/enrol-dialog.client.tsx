import { useState } from 'react'
import { activity } from '../../contract/training/activity.ts'
import { call } from '../api.ts'
import { Labelled } from '../kit/form/labelled.tsx'
import { NumberProof } from '../kit/verify/number-proof.tsx'
import { SendDialog } from '../shell/send-dialog.tsx'
import { toast } from '../toast.ts'
import { missedText } from './words.ts'

const fields = [
  { key: 'contact', label: '参加人', mode: 'text', complete: 'name' },
  { key: 'phone', label: '手机号', mode: 'tel', complete: 'tel' },
] as const
type Key = (typeof fields)[number]['key']

/** Enrols one person; a number other than the account's own is proved by a code. Errors are shown at their field, and the input stays. */
export function EnrolDialog({ id, title, onClose, onDone }: { id: number; title: string; onClose(): void; onDone(): Promise<unknown> }) {
  const [typed, setTyped] = useState<Record<Key, string>>({ contact: '', phone: '' })
  const [code, setCode] = useState('')
  return (
    <SendDialog
      title={`报名“${title}”`}
      okText="报名"
      effect="只有活动的发布人能看到您的联系方式。活动延期、取消或候补转正时会通知您。"
      onClose={onClose}
      onSend={async () => {
        const { waiting, missed } = await call(
          activity.enrol,
          { body: { id, ...typed, ...(code ? { verifyCode: code } : {}) } },
          { silent: true },
        )
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
            {(asksCode || code) && <NumberProof purpose="enrol" phone={typed.phone} code={code} onCode={setCode} fault={asksCode} />}
          </>
        )
      }}
    </SendDialog>
  )
}

import { Button } from 'antd'
import { useState } from 'react'
import { appeal, type AppealDetail } from '../../contract/appeal.ts'
import { APPEAL_PRESENCE_EVERY_S, appealDesk } from '../../contract/appeal/desk.ts'
import { call, saveBlob, type BlobAnswer } from '../api.ts'
import { RevealButton } from '../kit/dialog/reveal-button.tsx'
import { PrintButton } from '../kit/print-button.tsx'
import { usePresenceOf } from '../kit/use-presence.ts'
import css from './appeal.module.css'

const say = (wish: { id: number; leaving: boolean }) => call(appealDesk.present, { body: wish }, { silent: true })

/** Shows who else has the appeal open. It is only a hint and locks nobody out. */
export function OthersHere({ id }: { id: number }) {
  const others = usePresenceOf(id, APPEAL_PRESENCE_EVERY_S, say)
  return (
    <p role="status" className={css.note}>
      {others.length > 0 && `${others.join('、')}正在查看`}
    </p>
  )
}

/** Contact and phone, masked; unmasked after stating a reason. */
export const Contact = ({ appeal: a }: { appeal: AppealDetail }) => {
  const clear = (field: 'contact' | 'phone') => (reason: string) =>
    call(appeal.reveal, { body: { id: a.id, field, reason } }, { silent: true })
  return (
    <>
      {a.contact} <RevealButton label="联系人" of={`appeal-contact:${a.id}`} load={clear('contact')} />{' '}
      <span className="num">{a.phone}</span> <RevealButton label="电话" of={`appeal-phone:${a.id}`} load={clear('phone')} />
    </>
  )
}

/** Prints the page as on the screen, or downloads the sheet of the service centre. */
export function PaperButtons({ id }: { id: number }) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    // The shared client shows the error.
    try {
      saveBlob((await call(appealDesk.sheet, { query: { id } })) as BlobAnswer)
    } catch {
      /* the call has shown its error */
    } finally {
      setBusy(false)
    }
  }
  return (
    <span className={css.line}>
      <Button loading={busy} onClick={() => void save()} data-print="hide">
        督办单
      </Button>
      <PrintButton />
    </span>
  )
}

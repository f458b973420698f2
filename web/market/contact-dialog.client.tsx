import { useState } from 'react'
import { market } from '../../contract/market/dealing.ts'
import type { MarketKind } from '../../contract/market/states.ts'
import { call } from '../api.ts'
import { Labelled } from '../kit/form/labelled.tsx'
import { personalKeys } from '../session/personal.ts'
import { Dialog } from '../shell/dialog.tsx'
import { SendDialog } from '../shell/send-dialog.tsx'
import { PhoneFields } from './phone-fields.tsx'
import { useKeptWords } from './use-kept-words.ts'

const EMPTY = { phone: '', message: '' }

/** Asks for the purpose and then shows the contact; both sides can read the record of it. */
export function ContactDialog({ kind, id, title, onClose }: { kind: MarketKind; id: number; title: string; onClose(): void }) {
  const [typed, setTyped, forget] = useKeptWords(personalKeys.market(`contact:${kind}:${id}`), EMPTY)
  const [code, setCode] = useState('')
  const [given, setGiven] = useState<{ contactPerson: string; contactPhone: string } | null>(null)
  if (given)
    return (
      <Dialog
        title="联系方式"
        onClose={onClose}
        footer={
          <button type="button" className="btn btn-primary" onClick={onClose}>
            知道了
          </button>
        }
      >
        <p>
          {given.contactPerson} <a href={`tel:${given.contactPhone}`}>{given.contactPhone}</a>
        </p>
        <p className="meta">对方能看到您的姓名、号码和意向。这条记录在工作台的“联系与约看”里可以再看到。</p>
      </Dialog>
    )
  return (
    <SendDialog
      title={`索取联系方式：${title}`}
      okText="获取"
      effect="对方会收到通知，看到您的姓名、企业、号码和意向。每天最多索取 20 个。"
      onClose={onClose}
      onSend={async () => {
        setGiven(
          await call(market.requestContact, { body: { kind, id, ...typed, ...(code ? { verifyCode: code } : {}) } }, { silent: true }),
        )
        forget()
      }}
    >
      {({ faultAt, mended }) => (
        <>
          <Labelled label="意向" fault={faultAt('message')}>
            {(aria) => (
              <textarea
                {...aria}
                className="field"
                rows={3}
                maxLength={300}
                placeholder="例如：想租 800 ㎡做装配，方便时请回电"
                value={typed.message}
                onChange={(e) => {
                  setTyped({ ...typed, message: e.target.value })
                  mended('message')
                }}
              />
            )}
          </Labelled>
          <PhoneFields
            phone={typed.phone}
            code={code}
            onPhone={(phone) => {
              setTyped({ ...typed, phone })
              mended('phone')
            }}
            onCode={setCode}
            faultAt={faultAt}
          />
        </>
      )}
    </SendDialog>
  )
}

import { useState } from 'react'
import { finance, type FinanceProduct } from '../../contract/content/finance.ts'
import { call } from '../api.ts'
import { Labelled } from '../kit/form/labelled.tsx'
import { Dialog } from '../shell/dialog.tsx'
import { SendDialog } from '../shell/send-dialog.tsx'
import { amountOf } from './product-words.tsx'

const fields = [
  { key: 'amount', label: '拟贷金额（万元）', mode: 'decimal' },
  { key: 'contact', label: '联系人', mode: 'text' },
  { key: 'phone', label: '联系电话', mode: 'tel' },
] as const
type Key = (typeof fields)[number]['key'] | 'content'

/** Asks for the contact and the amount; the request becomes an appeal with its usual deadline. */
export function AskDialog({ product, amount, onClose }: { product: FinanceProduct; amount: string; onClose(): void }) {
  const [typed, setTyped] = useState<Record<Key, string>>({ amount, contact: '', phone: '', content: '' })
  const [done, setDone] = useState<string | null>(null)
  if (done !== null)
    return (
      <Dialog
        title="我要对接"
        onClose={onClose}
        footer={
          <a className="btn btn-primary" href="/work/myAppeal">
            查看办理进度
          </a>
        }
      >
        <p role="status">已提交{done && `，编号 ${done}`}。金融工作机构会在承诺的时间内与您联系。</p>
      </Dialog>
    )
  return (
    <SendDialog
      title="我要对接"
      okText="提交"
      effect="提交后作为诉求交给县政府金融工作中心办理，只有经办人能看到您的联系方式。"
      onClose={onClose}
      onSend={async () => {
        const body = { ...typed, amount: typed.amount.trim() || undefined, id: product.id }
        setDone((await call(finance.ask, { body }, { silent: true })).appealNo ?? '')
      }}
    >
      {({ faultAt, mended }) => {
        const set = (key: Key) => (value: string) => {
          setTyped((now) => ({ ...now, [key]: value }))
          mended(key)
        }
        return (
          <>
            <p>
              <strong>{product.name}</strong>（{product.bank}，{amountOf(product)}）
            </p>
            {fields.map(({ key, label, mode }) => (
              <Labelled key={key} label={label} fault={faultAt(key)}>
                {(aria) => (
                  <input
                    {...aria}
                    className="field"
                    inputMode={mode}
                    maxLength={30}
                    value={typed[key]}
                    onChange={(e) => set(key)(e.target.value)}
                  />
                )}
              </Labelled>
            ))}
            <Labelled label="补充说明（可不填）" fault={faultAt('content')}>
              {(aria) => (
                <textarea
                  {...aria}
                  className="field"
                  rows={3}
                  maxLength={500}
                  value={typed.content}
                  onChange={(e) => set('content')(e.target.value)}
                />
              )}
            </Labelled>
          </>
        )
      }}
    </SendDialog>
  )
}

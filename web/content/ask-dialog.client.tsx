import { useId, useState, type ReactNode } from 'react'
import { finance, type FinanceProduct } from '../../contract/content/finance.ts'
import { messages } from '../../contract/messages.ts'
import { call } from '../api.ts'
import { readFailure, type Failure } from '../kit/failure.ts'
import { Dialog } from '../shell/dialog.tsx'
import { amountOf } from './product-words.tsx'
import styles from './finance.module.css'

const fields = [
  { key: 'amount', label: '拟贷金额（万元）', mode: 'decimal' },
  { key: 'contact', label: '联系人', mode: 'text' },
  { key: 'phone', label: '联系电话', mode: 'tel' },
] as const
type Key = (typeof fields)[number]['key'] | 'content'

/** Who asks to be put in touch, for how much: it becomes an appeal that is dealt with within its time. A refusal stands at its field, what was typed stays. */
export function AskDialog({ product, amount, onClose }: { product: FinanceProduct; amount: string; onClose(): void }) {
  const id = useId()
  const [typed, setTyped] = useState<Record<Key, string>>({ amount, contact: '', phone: '', content: '' })
  const [done, setDone] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const send = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const body = { ...typed, amount: typed.amount.trim() || undefined, id: product.id }
      setDone((await call(finance.ask, { body }, { silent: true })).appealNo ?? '')
    } catch (error) {
      setFailure(readFailure(error))
    } finally {
      setBusy(false)
    }
  }
  const mended = (key: Key) =>
    setFailure((now) => {
      const fields = now?.fields.filter((f) => f.path !== key) ?? []
      return now && fields.length > 0 ? { ...now, fields } : null
    })
  const set = (key: Key) => (value: string) => {
    setTyped((now) => ({ ...now, [key]: value }))
    mended(key)
  }
  const faultOf = (key: Key) => failure?.fields.find((f) => f.path === key)?.message
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
    <Dialog
      title="我要对接"
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {messages.cancel}
          </button>
          <button type="button" className="btn btn-primary" disabled={busy} onClick={() => void send()}>
            提交
          </button>
        </>
      }
    >
      <div className={styles.ask}>
        <p>
          <strong>{product.name}</strong>（{product.bank}，{amountOf(product)}）
        </p>
        {fields.map(({ key, label, mode }) => (
          <Labelled key={key} id={`${id}-${key}`} label={label} fault={faultOf(key)}>
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
        <Labelled id={`${id}-content`} label="补充说明（可不填）" fault={faultOf('content')}>
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
        {failure && failure.fields.length === 0 && (
          <p className="field-error" role="alert">
            {failure.message}
          </p>
        )}
        <p className="meta">提交后作为诉求交给县政府金融工作中心办理，只有经办人能看到您的联系方式。</p>
      </div>
    </Dialog>
  )
}

interface Aria {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}
const Labelled = ({
  id,
  label,
  fault,
  children,
}: {
  id: string
  label: string
  fault: string | undefined
  children: (aria: Aria) => ReactNode
}) => (
  <div>
    <label className="field-label" htmlFor={id}>
      {label}
    </label>
    {children({ id, 'aria-invalid': fault !== undefined, 'aria-describedby': fault ? `${id}-fault` : undefined })}
    {fault && (
      <p id={`${id}-fault`} className="field-error" role="alert">
        {fault}
      </p>
    )}
  </div>
)

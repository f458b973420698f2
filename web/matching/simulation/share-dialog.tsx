import { useState } from 'react'
import type { Answers } from '../../../contract/matching.ts'
import { messages } from '../../../contract/messages.ts'
import { simulation } from '../../../contract/matching/simulation.ts'
import { shanghaiDay } from '../../../contract/shanghai.ts'
import { call } from '../../api.ts'
import { Dialog } from '../../shell/dialog.tsx'
import { toast } from '../../toast.ts'
import { failureText, type Start } from './use-simulation.ts'
import styles from './simulation.module.css'

/** Makes a link to this run. It contains values of an archive only when the owner ticks the box. */
export function ShareDialog({ start, answers, changed, onClose }: { start: Start; answers: Answers; changed: string[]; onClose(): void }) {
  const own = start.kind === 'archive'
  const [include, setInclude] = useState(false)
  const [made, setMade] = useState<{ shareId: string; expireTime: string } | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const link = made ? `${location.origin}/page/policyserver/simulation?s=${made.shareId}` : ''
  const make = async () => {
    setBusy(true)
    setFailure('')
    const typed = Object.fromEntries(changed.map((key) => [key, answers[key] ?? null]))
    try {
      const body = own
        ? { answers: typed, useArchive: true, includeArchive: include, name: include ? start.name : '企业模拟' }
        : { answers, base: start.base, name: start.name }
      setMade(await call(simulation.share, { body }, { silent: true }))
    } catch (error) {
      setFailure(failureText(error))
    } finally {
      setBusy(false)
    }
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      toast.success(messages.copied, 3)
    } catch {
      toast.error(messages.copyUnsupported, 3)
    }
  }
  return (
    <Dialog
      title="分享这次模拟"
      onClose={onClose}
      footer={
        made ? (
          <button type="button" className="btn btn-primary" onClick={() => void copy()}>
            复制链接
          </button>
        ) : (
          <button type="button" className="btn btn-primary" disabled={busy} onClick={() => void make()}>
            生成链接
          </button>
        )
      }
    >
      {made ? (
        <>
          <label className="field-label" htmlFor="share-link">
            链接（{shanghaiDay(Date.parse(made.expireTime))} 前有效）
          </label>
          <input id="share-link" className="field" readOnly value={link} onFocus={(e) => e.target.select()} />
          <p className="meta">
            任何拿到链接的人都能看到这次模拟所填的条件与结果。
            {own ? '企业档案页列有本企业的全部链接，可随时终止；撤回授权或解除绑定后自动失效。' : '登录后生成的链接可在模拟记录里收回。'}
          </p>
        </>
      ) : own ? (
        <>
          <p>本次模拟以企业档案为底。默认只分享您改动过的 {changed.length} 项，不包含档案数据。</p>
          <label className={styles.agree}>
            <input type="checkbox" checked={include} onChange={(e) => setInclude(e.target.checked)} />
            同时分享企业档案中的 {Object.keys(start.base).length} 项数据与企业名称（我有权这样做）
          </label>
        </>
      ) : (
        <p>链接里有这家虚拟企业的 {Object.keys(answers).length} 项条件和改动前的条件，不含任何真实企业的档案。链接 30 天有效。</p>
      )}
      {failure && (
        <p role="alert" className="field-error">
          {failure}
        </p>
      )}
    </Dialog>
  )
}

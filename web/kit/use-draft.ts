import { useEffect, useMemo, useRef, useState } from 'react'
import { autosaver, draftKey, readDraft, savedText, writeDraft, type Stored } from './draft.ts'
import type { Values } from './form-values.ts'
import { onFlushDrafts } from '../session.ts'
import { usePerson } from './person.ts'

export interface DraftOptions {
  /** names the form and the thing: `declaration:12` */
  key: string
  /** keeps it on the server too; a refusal leaves the local copy */
  save?: (values: Values) => Promise<unknown>
}

/**
 * Autosave two seconds after a change and when a field is left: a copy in this browser, and on the server when `save` is given. `found`
 * is what an earlier visit left behind.
 */
export function useDraft(options: DraftOptions | undefined, current: () => Values) {
  const person = usePerson().id
  const key = options ? draftKey(person, options.key) : null
  const [savedAt, setSavedAt] = useState<number | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [found, setFound] = useState<Stored<Values> | null>(() => (key ? readDraft<Values>(localStorage, key) : null))
  const latest = useRef({ current, save: options?.save, key })
  latest.current = { current, save: options?.save, key }

  const saver = useMemo(
    () =>
      autosaver(async () => {
        const { current: read, save, key: at } = latest.current
        if (!at) return
        const now = Date.now()
        const kept = writeDraft(localStorage, at, { values: read(), savedAt: now })
        try {
          await save?.(read())
          setSavedAt(now)
          setFailed(kept || save ? null : '浏览器不允许保存草稿，请尽快提交')
        } catch {
          setFailed(kept ? '暂未保存到服务器，已保存在本机' : '草稿没有保存成功，请勿关闭页面')
          throw new Error('draft not saved')
        }
      }),
    [],
  )

  useEffect(() => {
    const flush = () => void saver.flush()
    window.addEventListener('pagehide', flush)
    const forget = onFlushDrafts(() => saver.flush())
    return () => {
      window.removeEventListener('pagehide', flush)
      forget()
      flush()
    }
  }, [saver])

  return {
    touch: saver.touch,
    flush: saver.flush,
    pending: () => saver.pending,
    text: failed ?? (savedAt ? savedText(savedAt) : null),
    found,
    /** after sending, or when the person throws it away */
    clear: () => {
      saver.cancel()
      setFound(null)
      setSavedAt(null)
      if (key) {
        try {
          localStorage.removeItem(key)
        } catch {
          /* nothing was stored */
        }
      }
    },
    settle: () => setFound(null),
  }
}

import { useEffect, useMemo, useRef, useState } from 'react'
import { onFlushDrafts, session } from '../../session.ts'
import { onTyping } from '../../session/typing.ts'
import { autosaver, savedText, type Stored } from './draft.ts'
import { draftHome } from './draft-home.ts'
import type { Values } from './form-values.ts'

export interface DraftOptions {
  /** identifies the form and the thing: `declaration:12` */
  key: string
  /** stores the draft with the thing itself; by default in the account's drafts */
  save?: (values: Values) => Promise<unknown>
}

/**
 * Autosaves two seconds after a change and when a field loses the focus: on the server, and as a copy in this browser while that fails.
 * `found` is the draft of an earlier visit of the same person. A draft belongs to the person who opened the form; a visitor's input is not
 * stored.
 */
export function useDraft(options: DraftOptions | undefined, current: () => Values, base?: () => Values) {
  const [person] = useState(() => session.user()?.id ?? null)
  const key = person === null ? undefined : options?.key
  const home = useMemo(() => (person === null || key === undefined ? null : draftHome(person, key)), [person, key])
  const [savedAt, setSavedAt] = useState<number | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [found, setFound] = useState<Stored<Values> | null>(null)
  const latest = useRef({ current, base, save: options?.save, home })
  latest.current = { current, base, save: options?.save, home }
  const typed = (): Stored<Values> => {
    const { current: read, base: began } = latest.current
    return { values: read(), savedAt: Date.now(), ...(began ? { base: began() } : {}) }
  }

  const [saver] = useState(() =>
    autosaver(async () => {
      const { save, home: at } = latest.current
      if (!at) return
      const stored = typed()
      try {
        if (!session.hasToken() || session.user()?.id !== person) throw new Error('the session has ended')
        // Read the draft of an earlier visit before overwriting it.
        await at.open()
        await (save ? save(stored.values) : at.save(stored))
        at.dropCopy()
        setSavedAt(stored.savedAt)
        setFailed(null)
      } catch (error) {
        setFailed(failureText(at.keepCopy(stored)))
        throw error
      }
    }),
  )

  useEffect(() => {
    saver.begin()
    const flush = () => void saver.flush()
    const leave = () => {
      // The page may be gone before the server answers.
      if (saver.pending) latest.current.home?.keepCopy(typed())
      flush()
    }
    window.addEventListener('pagehide', leave)
    window.addEventListener('online', flush)
    const ends = [onFlushDrafts(() => saver.flush()), onTyping(() => saver.pending)]
    return () => {
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('online', flush)
      for (const end of ends) end()
      void saver.end()
    }
  }, [saver])
  useEffect(() => {
    let gone = false
    home?.open().then(
      (left) => {
        if (!gone) setFound(left)
      },
      // Requested again with the first save.
      () => {},
    )
    return () => {
      gone = true
    }
  }, [home])

  return {
    touch: saver.touch,
    flush: saver.flush,
    pending: () => saver.pending,
    /** whether the typed input is not stored anywhere yet */
    unkept: () => home === null || saver.pending,
    text: failed ?? (savedAt ? savedText(savedAt) : null),
    found,
    /** call after sending, or when the person discards it; resolves when the draft is deleted */
    clear: (): Promise<void> => {
      setFound(null)
      setSavedAt(null)
      setFailed(null)
      // A running save would restore what was sent.
      return saver.cancel().then(async () => {
        home?.dropCopy()
        if (!options?.save) await home?.remove().catch(() => {})
      })
    },
    settle: () => setFound(null),
  }
}

function failureText(isCopied: boolean): string {
  if (!isCopied) return '草稿没有保存成功，请勿关闭页面'
  return navigator.onLine ? '暂未保存到服务器，已保存在本机' : '暂存本机，联网后自动保存'
}

import { useEffect, useMemo, useRef, useState } from 'react'
import { onFlushDrafts, session } from '../../session.ts'
import { onTyping } from '../../session/typing.ts'
import { autosaver, savedText, type Stored } from './draft.ts'
import { draftHome } from './draft-home.ts'
import { isDirty, type Values } from './form-values.ts'
import { unsavedLock } from './unsaved-lock.ts'

export interface DraftOptions {
  /** identifies the form and the thing: `declaration:12` */
  key: string
  /** stores the draft with the thing itself; by default in the account's drafts */
  save?: (values: Values) => Promise<unknown>
  /** whether the draft of an earlier visit is worth offering; by default, when something was typed in it */
  isWorth?: (left: Stored<Values>) => boolean
  /** what is sent replaces the whole thing: drafts of earlier visits, offered until then, would bring back what it replaced (ADR 1030) */
  replaces?: true
}
export const isTyped = ({ base, values }: Stored<Values>): boolean => !base || isDirty(base, values)

/**
 * Autosaves two seconds after a change and when a field loses the focus: on the server, and as a copy in this browser while that fails.
 * `found` is the draft of an earlier visit of the same person; until it is taken or dropped, it stays stored beside what is typed now. A
 * draft belongs to the person who opened the form; a visitor's input is not stored.
 */
export function useDraft(options: DraftOptions | undefined, current: () => Values, base?: () => Values) {
  const [person] = useState(() => session.user()?.id ?? null)
  const key = person === null ? undefined : options?.key
  const isWorth = useRef(options?.isWorth)
  isWorth.current = options?.isWorth
  const home = useMemo(
    () =>
      person === null || key === undefined
        ? null
        : draftHome(person, key, (left) => (isWorth.current ? isWorth.current(left) : isTyped(left))),
    [person, key],
  )
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
        await (save ? save(stored.values).then(at.dropTyped) : at.save(stored).then(at.dropCopy))
        setSavedAt(stored.savedAt)
        setFailed(null)
      } catch (error) {
        setFailed(failureText(at.keepCopy(stored)))
        throw error
      }
    }, unsavedLock()),
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
      window.removeEventListener('online', flush)
      for (const end of ends) end()
      // A page that is left before this save is answered keeps a copy.
      void saver.end().finally(() => window.removeEventListener('pagehide', leave))
    }
  }, [saver])
  useEffect(() => {
    let gone = false
    home?.open().then(
      () => {
        if (!gone) setFound(home.first())
      },
      // Requested again with the first save.
      () => {},
    )
    return () => {
      gone = true
    }
  }, [home])

  /** Nothing that was typed until now is saved or offered any more, also when the page is left before the draft is removed. */
  const markSent = (): Promise<void> => {
    home?.markSent()
    return saver.cancel()
  }

  const answered = () => {
    home?.answer()
    setFound(home?.first() ?? null)
  }
  return {
    touch: saver.touch,
    flush: saver.flush,
    pending: () => saver.pending,
    /** whether the typed input is not stored anywhere yet */
    unkept: () => home === null || saver.pending,
    text: failed ?? (savedAt ? savedText(savedAt) : null),
    found,
    /** call after sending, with what was sent, or when the person discards what was typed; resolves when that draft is deleted */
    clear: (sent?: Values): Promise<void> => {
      if (sent && home) {
        home.dropPointless((left) => options?.replaces === true || !isDirty(left.values, sent))
        setFound(home.first())
      }
      if (options?.save) setFound(null)
      setSavedAt(null)
      setFailed(null)
      // A running save would restore what was sent.
      return markSent().then(async () => {
        if (options?.save) return home?.forget()
        home?.dropCopy()
        await home?.remove().catch(() => {})
      })
    },
    /** call as soon as the success is told; `clear` follows */
    markSent: () => void markSent(),
    /** the sending failed after all */
    unmark: () => {
      home?.unmark()
      saver.touch()
    },
    /** call when the person takes `found` */
    settle: answered,
    /** call when the person does not want `found`; what was typed since stays */
    drop: async (): Promise<void> => {
      answered()
      if (saver.pending || (savedAt !== null && !options?.save)) {
        saver.touch()
        return saver.flush()
      }
      if (options?.save) return home?.dropTyped()
      home?.dropCopy()
      await home?.remove().catch(() => {})
    },
  }
}

function failureText(isCopied: boolean): string {
  if (!isCopied) return '草稿没有保存成功，请勿关闭页面'
  return navigator.onLine ? '暂未保存到服务器，已保存在本机' : '暂存本机，联网后自动保存'
}

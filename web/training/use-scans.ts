import { useCallback, useEffect, useRef, useState } from 'react'
import { attendance } from '../../contract/training/attendance.ts'
import { ApiError, call } from '../api.ts'
import { readFailure } from '../kit/failure.ts'
import { useLoggedInAgain } from '../kit/form/shown-failure.ts'
import { session } from '../session.ts'
import { onTyping } from '../session/typing.ts'
import { keepScans, keptScans, type Scan, type Waiting } from './scans.ts'

/** Without an answer, without a session, after too many calls or when the server is unavailable, the scan is sent again later. */
const isAway = (error: unknown): boolean =>
  !(error instanceof ApiError) || [0, 401, 402, 403, 429].includes(error.status) || error.status >= 500
/** A scan that is sent at once gets the server's time, because the desk's clock may be wrong. */
const LATE_MS = 5000
const isLate = ({ at }: Waiting): boolean => Date.now() - Date.parse(at) > LATE_MS
const SHOWN = 20
const RETRY_MS = 10_000
/** The same pass held before the camera within this time is one scan. */
const AGAIN_MS = 3000

/**
 * The scans of a desk: sent at once; while the network is down they are stored with their time and sent later, each once
 * (domains/training.md D.3).
 */
export function useScans(id: number, onDone: () => void) {
  const [scans, setScans] = useState<Scan[]>([])
  const [waiting, setWaiting] = useState<Waiting[]>(() => keptScans(id))
  const queue = useRef(waiting)
  const last = useRef({ code: '', at: 0 })
  const sending = useRef(false)
  const [person] = useState(() => session.user()?.id)
  const keep = useCallback(
    (next: Waiting[]) => {
      queue.current = next
      keepScans(id, next)
      setWaiting(next)
    },
    [id],
  )
  const show = useCallback(
    (scan: Omit<Scan, 'key'>) => setScans((all) => [{ ...scan, key: Date.now() + Math.random() }, ...all].slice(0, SHOWN)),
    [],
  )

  /** One after the other, so that of a pass scanned twice offline the first scan counts. */
  const flush = useCallback(async () => {
    if (sending.current) return
    sending.current = true
    try {
      // A scan that waited for the log-in is not sent in the name of somebody else, who may have logged in instead.
      for (let next = queue.current[0]; next && session.hasToken() && session.user()?.id === person; next = queue.current[0]) {
        try {
          const found = await call(
            attendance.scan,
            { body: { id, code: next.code, ...(isLate(next) ? { at: next.at } : {}) } },
            { silent: true },
          )
          show({ code: next.code, found, fault: '' })
          onDone()
        } catch (error) {
          if (isAway(error)) return
          show({ code: next.code, found: null, fault: readFailure(error).message })
        }
        keep(queue.current.slice(1))
      }
    } finally {
      sending.current = false
    }
  }, [id, keep, onDone, person, show])

  const scan = useCallback(
    (text: string) => {
      const code = text.trim()
      const now = Date.now()
      if (code === '' || (last.current.code === code && now - last.current.at < AGAIN_MS)) return
      last.current = { code, at: now }
      keep([...queue.current, { code, at: new Date(now).toISOString() }])
      void flush()
    },
    [flush, keep],
  )
  // An open desk is work in hand: when the session ends or its token is renewed, the page stays, and the waiting scans with it.
  useEffect(() => onTyping(() => true), [])
  useLoggedInAgain(() => void flush())
  useEffect(() => {
    void flush()
    const retry = () => void (queue.current.length > 0 && flush())
    const timer = setInterval(retry, RETRY_MS)
    addEventListener('online', retry)
    return () => {
      clearInterval(timer)
      removeEventListener('online', retry)
    }
  }, [flush])
  return { scans, waiting: waiting.length, scan }
}

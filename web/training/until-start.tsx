import { useEffect, useState } from 'react'
import { LIVE_AHEAD_MINUTES } from '../../contract/training/states.ts'
import { untilText } from './months.ts'

const MINUTE = 60_000

/**
 * The time until a live session begins. The browser counts, because the page is cached; once entering is possible, the user reloads the
 * page.
 */
export function UntilStart({ at }: { at: string }) {
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), MINUTE / 4)
    return () => clearInterval(timer)
  }, [])
  const left = now === null ? null : Date.parse(at) - now
  if (left !== null && left <= LIVE_AHEAD_MINUTES * MINUTE)
    return (
      <button type="button" className="btn btn-small" onClick={() => location.reload()}>
        可以进入了，刷新页面
      </button>
    )
  return <span className="meta">{left !== null && `距开始 ${untilText(left)}，`}开始前十分钟可以进入</span>
}

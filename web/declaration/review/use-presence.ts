import { useEffect, useState } from 'react'
import { PRESENCE_EVERY_S, review } from '../../../contract/declaration.ts'
import { call } from '../../api.ts'

/** Says every 20 s that this declaration is open here, as long as the page is in view; answers who else has it open. */
export function usePresence(id: number): readonly string[] {
  const [others, setOthers] = useState<readonly string[]>([])
  useEffect(() => {
    let alive = true
    const say = (leaving: boolean) =>
      call(review.present, { body: { id, leaving } }, { silent: true }).then(
        (answer) => alive && setOthers(answer.others),
        () => undefined,
      )
    const now = () => void (document.visibilityState === 'visible' && say(false))
    now()
    const timer = setInterval(now, PRESENCE_EVERY_S * 1000)
    document.addEventListener('visibilitychange', now)
    return () => {
      alive = false
      clearInterval(timer)
      document.removeEventListener('visibilitychange', now)
      void say(true)
    }
  }, [id])
  return others
}

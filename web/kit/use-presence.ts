import { useEffect, useState } from 'react'

/** Reports regularly that a record is open here, while the page is visible; returns who else has it open. `say` is the domain's call. */
export function usePresenceOf(
  id: number | null,
  everySeconds: number,
  say: (wish: { id: number; leaving: boolean }) => Promise<{ others: string[] }>,
): readonly string[] {
  const [others, setOthers] = useState<readonly string[]>([])
  useEffect(() => {
    if (id === null) return undefined
    let alive = true
    const tell = (leaving: boolean) =>
      say({ id, leaving }).then(
        (answer) => alive && setOthers(answer.others),
        () => undefined,
      )
    const now = () => void (document.visibilityState === 'visible' && tell(false))
    now()
    const timer = setInterval(now, everySeconds * 1000)
    document.addEventListener('visibilitychange', now)
    return () => {
      alive = false
      clearInterval(timer)
      document.removeEventListener('visibilitychange', now)
      void tell(true)
    }
  }, [id, everySeconds, say])
  return others
}

import { useState } from 'react'

const keyOf = (userId: number) => `qifu.call-pop-off.${userId}`

/** Whether calls open by themselves at this desk; each agent can switch it, and the browser stores it per user. */
export function usePops(userId: number): [boolean, (pops: boolean) => void] {
  const [pops, setPops] = useState(() => localStorage.getItem(keyOf(userId)) !== '1')
  return [
    pops,
    (next) => {
      if (next) localStorage.removeItem(keyOf(userId))
      else localStorage.setItem(keyOf(userId), '1')
      setPops(next)
    },
  ]
}

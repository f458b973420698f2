import { useState } from 'react'

const keyOf = (userId: number) => `qifu.call-pop-off.${userId}`

/** Whether who calls opens by itself at this desk; each agent switches it for himself, and this browser keeps it. */
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

import { useState } from 'react'
import type { Live } from '../../contract/training/info.ts'
import { lazyPart } from '../shell/lazy-part.tsx'

const LivePlayer = lazyPart(() => import('./live-player.client.tsx').then((m) => m.LivePlayer))

/** The button that plays a session in the page; the player is loaded when it is pressed. */
export function LiveWatch(of: { address: string; play: NonNullable<Live['play']>; title: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="btn btn-small" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? '关闭播放' : '在本页播放'}
        <span className="visually-hidden">：{of.title}</span>
      </button>
      {open && <LivePlayer {...of} />}
    </>
  )
}

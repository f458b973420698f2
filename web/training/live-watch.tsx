import { useEffect, useState } from 'react'
import type { Live } from '../../contract/training/info.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { documentAddress, loadedElsewhere } from './loaded-elsewhere.ts'

const LivePlayer = lazyPart(() => import('./live-player.client.tsx').then((m) => m.LivePlayer))

interface Props {
  id: number
  address: string
  play: NonNullable<Live['play']>
  title: string
}
/**
 * The button that plays a session in the page; the player is loaded when it is pressed. Only the document of this page may play media of
 * other hosts (ADR 0851), so one that was loaded for another page is loaded again first, and then plays.
 */
export function LiveWatch({ id, ...of }: Props) {
  const [open, setOpen] = useState(false)
  const mark = `#live-${id}`
  useEffect(() => {
    if (location.hash !== mark || loadedElsewhere(documentAddress(), location)) return
    // Taken out of the address, so that a reload does not play it again.
    history.replaceState(history.state, '', location.pathname + location.search)
    setOpen(true)
  }, [mark])
  const press = () => {
    if (!loadedElsewhere(documentAddress(), location)) return setOpen(!open)
    history.replaceState(history.state, '', mark)
    location.reload()
  }
  return (
    <>
      <button type="button" className="btn btn-small" aria-expanded={open} onClick={press}>
        {open ? '关闭播放' : '在本页播放'}
        <span className="visually-hidden">：{of.title}</span>
      </button>
      {open && <LivePlayer {...of} />}
    </>
  )
}

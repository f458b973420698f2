import type { Ports } from './ports.ts'
import type { Refresher } from './refresh.ts'

/**
 * Rights that change again within the pause between two refreshes (S-03) are followed when it ends, once for all calls that were refused
 * meanwhile: without this every call of the page fails, and nothing says for how long. The returned function takes the refused token and
 * answers the seconds until then.
 */
export function createFollowLater(ports: Ports, refresher: Refresher, follow: () => unknown): (refused: string | undefined) => number {
  let waits = false
  return (refused) => {
    const left = refresher.pauseLeft()
    if (!waits) {
      waits = true
      ports.after(left, () => {
        waits = false
        void refresher.refresh(refused).then((outcome) => {
          if (outcome === 'refreshed' || outcome === 'newer') return follow()
        })
      })
    }
    return Math.ceil(left / 1000)
  }
}

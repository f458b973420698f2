import { useEffect, useSyncExternalStore } from 'react'
import { follow } from '../../../contract/policy/follow.ts'
import { call } from '../../api.ts'
import { session, useViewer } from '../../session.ts'

/** Whether policies of this page are among the reader's favourites. Pages are the same for everybody; the marks come afterwards, in one call. */
const known = new Map<number, boolean>()
const waiting = new Set<number>()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

const changed = () => {
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const isReader = (type: string | undefined): boolean => type === 'QY' || type === 'GR'

async function ask(): Promise<void> {
  timer = undefined
  await session.ready()
  const ids = [...waiting].slice(0, 200)
  waiting.clear()
  if (ids.length === 0 || !isReader(session.user()?.type)) return
  await call(follow.marks, { query: { polInfoIds: ids.join(',') } }, { silent: true }).then(
    ({ collected }) => {
      // What the reader pressed while the answer was on its way stands.
      for (const id of ids) if (!known.has(id)) known.set(id, collected.includes(id))
      changed()
    },
    () => {},
  )
}

/** null: not known, or nobody is logged in */
export function useCollected(id: number): boolean | null {
  const viewer = useViewer()
  useEffect(() => {
    if (!viewer || !isReader(viewer.type) || known.has(id)) return
    waiting.add(id)
    timer ??= setTimeout(() => void ask(), 30)
  }, [id, viewer])
  return useSyncExternalStore(
    subscribe,
    () => known.get(id) ?? null,
    () => null,
  )
}

/** Says the wish to the server; the mark turns at once and back again if the server refuses. */
export async function setCollected(id: number, wanted: boolean): Promise<boolean> {
  const before = known.get(id)
  known.set(id, wanted)
  changed()
  try {
    await call(follow.collect, { body: { polInfoId: id, collectFlag: wanted ? 1 : 0 } })
    return true
  } catch {
    if (before === undefined) known.delete(id)
    else known.set(id, before)
    changed()
    return false
  }
}

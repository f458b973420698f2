import { useEffect, useSyncExternalStore } from 'react'
import { follow } from '../../../contract/policy/follow.ts'
import { call } from '../../api.ts'
import { session, useViewer } from '../../session.ts'

/**
 * Whether policies on this page are the reader's favourites. Pages are the same for everybody; these marks are loaded afterwards, in one
 * call.
 */
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
      // Keep a change that the reader made while the answer was loading.
      for (const id of ids) if (!known.has(id)) known.set(id, collected.includes(id))
      changed()
    },
    () => {},
  )
}

/** null: unknown, or no user is logged in */
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

/** Sends the change; the mark changes at once, and back again when the server refuses. */
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

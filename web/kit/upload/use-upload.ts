import { useCallback, useEffect, useReducer, useRef } from 'react'
import { messages } from '../../../contract/messages.ts'
import { uploadFile } from '../../upload.ts'
import { readFailure } from '../failure.ts'
import { isPending, itemsOf, nextToSend, uploadedOf, uploadStep, type Uploaded, type UploadItem } from './upload-state.ts'

let count = 0
const keysOf = (files: readonly Uploaded[]): string => JSON.stringify(files.map((file) => file.filePath))

/**
 * Sends files to POST /files/upload, two at a time, and tracks the state of each. `onDone` is called after every change of the finished
 * files.
 */
export function useUpload(
  value: readonly Uploaded[],
  onDone: (files: Uploaded[]) => void,
  on: { done?: (item: UploadItem) => void; failed?: (message: string) => void } = {},
  alone = false,
) {
  const [items, send] = useReducer(uploadStep, value, itemsOf)
  const files = useRef(new Map<string, File>())
  const aborts = useRef(new Map<string, AbortController>())
  const latest = useRef({ onDone, on })
  latest.current = { onDone, on }
  const started = useRef(new Set<string>())

  const next = nextToSend(items.filter((i) => i.state !== 'waiting' || !started.current.has(i.id)))
  useEffect(() => {
    const file = next && files.current.get(next.id)
    if (!next || !file) return
    const { id } = next
    const abort = new AbortController()
    started.current.add(id)
    aborts.current.set(id, abort)
    send({ type: 'progress', id, sent: 0, total: file.size })
    uploadFile(file, { signal: abort.signal, onProgress: (sent, total) => send({ type: 'progress', id, sent, total }) })
      .then(({ fileName, filePath }) => {
        send({ type: 'done', id, fileName, filePath, alone })
        latest.current.on.done?.({ ...next, state: 'done', percent: 100, fileName, filePath })
      })
      .catch((error: unknown) => {
        if (abort.signal.aborted) return
        const { message } = readFailure(error)
        send({ type: 'failed', id, message: message || messages.uploadFailedBang })
        latest.current.on.failed?.(message)
      })
      .finally(() => {
        started.current.delete(id)
        aborts.current.delete(id)
      })
  }, [next, alone])

  // Compared by their keys: a form may know no names, and gives others back.
  const finished = keysOf(uploadedOf(items))
  const given = keysOf(value)
  const shown = useRef({ items, value })
  shown.current = { items, value }
  const told = useRef(finished)
  // What was told and has not come back as `value` yet. When two files end at almost the same time, the value of the first comes back after
  // the second was told; it is our own, older value and must not be taken for files set from outside.
  const underWay = useRef<string[]>([])
  useEffect(() => {
    if (told.current === finished) return
    told.current = finished
    underWay.current.push(finished)
    latest.current.onDone(uploadedOf(shown.current.items))
  }, [finished])

  // A reset form or a loaded draft sets other files from outside.
  const seen = useRef(given)
  useEffect(() => {
    if (seen.current === given) return
    seen.current = given
    if (given !== told.current && underWay.current.includes(given)) return
    underWay.current = []
    if (given === told.current) return
    told.current = given
    const { items: here, value: outside } = shown.current
    const keep = new Set(outside.map((f) => f.filePath))
    for (const item of here) if (item.state === 'done' && !keep.has(item.filePath ?? '')) send({ type: 'removed', id: item.id })
    for (const item of itemsOf(outside)) {
      if (here.some((i) => i.filePath === item.filePath)) continue
      send({ type: 'added', items: [item] })
      send({ type: 'done', id: item.id, fileName: item.fileName ?? item.name, filePath: item.filePath ?? '' })
    }
  }, [given])

  useEffect(
    () => () => {
      for (const abort of aborts.current.values()) abort.abort()
    },
    [],
  )

  return {
    items,
    pending: items.some(isPending),
    add: useCallback((chosen: readonly File[]) => {
      const added = chosen.map((file) => {
        const id = `u${++count}`
        files.current.set(id, file)
        return { id, name: file.name, size: file.size }
      })
      send({ type: 'added', items: added })
    }, []),
    move: useCallback((id: string, by: -1 | 1) => send({ type: 'moved', id, by }), []),
    retry: useCallback((id: string) => send({ type: 'retry', id }), []),
    remove: useCallback((id: string) => {
      aborts.current.get(id)?.abort()
      files.current.delete(id)
      send({ type: 'removed', id })
    }, []),
  }
}

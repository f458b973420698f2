import { taskStates } from '../../../contract/task-states.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ImportState } from '../../../contract/imports.ts'
import { toast } from '../../toast.ts'
import { readFailure } from '../failure.ts'
import { waiting } from './export-state.ts'
import type { ImportSource } from './import-source.ts'

const POLL_MS = 1000

/** Runs imports one after another: sends the file, polls the progress each second until the end, and can stop it. */
export function useImportRun(source: ImportSource) {
  const [state, setState] = useState<ImportState | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const latest = useRef(source)
  latest.current = source
  useEffect(() => {
    if (state?.status !== taskStates.code.running) return
    return waiting.after(state.taskId, POLL_MS, () => {
      latest.current.progress(state.taskId).then(setState, (error: unknown) => {
        setState(null)
        setWrong(readFailure(error).message)
      })
    })
  }, [state])
  const restart = useCallback((refused: string | null = null) => {
    setState(null)
    setWrong(refused)
  }, [])
  return {
    state,
    /** why the file or the call was refused */
    wrong,
    running: sending || state?.status === taskStates.code.running,
    /** clears the messages about an earlier file */
    restart,
    send: async (file: File, fields: Readonly<Record<string, string>>) => {
      setSending(true)
      setWrong(null)
      setState(null)
      const form = new FormData()
      for (const [key, value] of Object.entries(fields)) form.append(key, value)
      form.append('file', file, file.name)
      try {
        setState(await source.send(form))
      } catch (error) {
        setWrong(readFailure(error).message)
      } finally {
        setSending(false)
      }
    },
    /** Stops between two batches; written rows stay and are reported after the stop. */
    stop: async () => {
      if (!state) return
      try {
        await source.abort(state.taskId)
      } catch (error) {
        toast.error(readFailure(error).message)
      }
    },
  }
}

import { useCallback, useEffect, useState } from 'react'
import { imports, type ImportState } from '../../contract/imports.ts'
import type { WireEndpoint } from '../../contract/wire.ts'
import { call } from '../api.ts'
import { toast } from '../toast.ts'
import { readFailure } from './failure.ts'
import { RUNNING } from './import-outcome.tsx'

const POLL_MS = 1000

/** One import after another: the file is sent, its progress asked for each second until it ends, and it can be stopped. */
export function useImportRun(endpoint: WireEndpoint) {
  const [state, setState] = useState<ImportState | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  useEffect(() => {
    if (state?.status !== RUNNING) return
    const timer = setTimeout(() => {
      call(imports.progress, { query: { taskId: state.taskId } }, { silent: true }).then(setState, (error: unknown) => {
        setState(null)
        setWrong(readFailure(error).message)
      })
    }, POLL_MS)
    return () => clearTimeout(timer)
  }, [state])
  const restart = useCallback((refused: string | null = null) => {
    setState(null)
    setWrong(refused)
  }, [])
  return {
    state,
    /** why the file or the call was refused */
    wrong,
    running: sending || state?.status === RUNNING,
    /** forgets what was said of another file */
    restart,
    send: async (file: File, fields: Readonly<Record<string, string>>) => {
      setSending(true)
      setWrong(null)
      setState(null)
      const body = new FormData()
      for (const [key, value] of Object.entries(fields)) body.append(key, value)
      body.append('file', file, file.name)
      try {
        setState((await call(endpoint, { body }, { silent: true })) as ImportState)
      } catch (error) {
        setWrong(readFailure(error).message)
      } finally {
        setSending(false)
      }
    },
    /** Between two batches; what was written stays and is told when it has stopped. */
    stop: async () => {
      if (!state) return
      try {
        await call(imports.abort, { body: { taskId: state.taskId } }, { silent: true })
      } catch (error) {
        toast.error(readFailure(error).message)
      }
    },
  }
}

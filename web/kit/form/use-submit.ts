import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { readFailure, type Failure } from '../failure.ts'
import { useShownFailure } from './shown-failure.ts'

/**
 * Sends something, one call at a time. `run` returns whether it succeeded; a refusal is kept in `failure` for the screen, which keeps the
 * input. `refuse` sets an error before anything is sent; `mended` removes a field's error when the field changes.
 */
export function useSubmit<Args extends readonly unknown[] = []>(send: (...args: Args) => Promise<unknown>) {
  const [failure, setFailure] = useShownFailure()
  // Without a network the call fails at once and can be repeated, instead of waiting behind a spinner.
  const { mutateAsync, isPending } = useMutation({ mutationFn: (args: Args) => send(...args), networkMode: 'always' })
  const underway = useRef(false)
  return {
    busy: isPending,
    failure,
    run: async (...args: Args): Promise<boolean> => {
      if (underway.current) return false
      underway.current = true
      setFailure(null)
      try {
        await mutateAsync(args)
        return true
      } catch (error) {
        setFailure(readFailure(error))
        return false
      } finally {
        underway.current = false
      }
    },
    refuse: (...fields: readonly [Fault, ...Fault[]]) => setFailure({ code: 'PARAM', message: fields[0].message, traceId: null, fields }),
    mended: (path?: string) =>
      setFailure((now) => {
        const fields = path === undefined ? [] : (now?.fields.filter((f) => f.path !== path) ?? [])
        return now && fields.length > 0 ? { ...now, fields } : null
      }),
  }
}

type Fault = Failure['fields'][number]

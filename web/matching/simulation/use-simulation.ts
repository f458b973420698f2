import { useCallback, useEffect, useRef, useState } from 'react'
import type { Answers } from '../../../contract/matching.ts'
import { simulation, type Lever, type SimulationRun } from '../../../contract/matching/simulation.ts'
import { ApiError, call } from '../../api.ts'
import { patiently } from './patiently.ts'

/** The source of the simulated company, and its facts before any change. */
export interface Start {
  kind: 'template' | 'archive' | 'shared' | 'blank'
  name: string
  base: Answers
  answers: Answers
}

/**
 * The request body for the simulated company. For one's own archive only the corrections are sent, and the server reads the rest there. So
 * lists and earlier payments count as in the report, and after consent is withdrawn nothing is judged.
 */
export const askedOf = ({ kind, base }: Start, answers: Answers): { answers: Answers; useArchive?: true } =>
  kind === 'archive'
    ? { answers: Object.fromEntries(changedKeys(base, answers).map((key) => [key, answers[key] ?? null])), useArchive: true }
    : { answers }

/** A slider moves many times a second; the server is called when it rests. */
const REST_MS = 250

export const failureText = (error: unknown) => (error instanceof ApiError ? error.message : '没有完成，请检查网络后重试')

/** The simulated company, its run, and the run before the changes. */
export function useSimulation(start: Start) {
  const [answers, setAnswers] = useState<Answers>(start.answers)
  const [before, setBefore] = useState<SimulationRun | null>(null)
  const [now, setNow] = useState<SimulationRun | null>(null)
  const [levers, setLevers] = useState<Lever[] | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const latest = useRef(0)

  const run = useCallback((of: Answers) => call(simulation.run, { body: askedOf(start, of) }, { silent: true }), [start])
  useEffect(() => {
    const away = new AbortController()
    const { signal } = away
    const load = async () => {
      const [first, found] = await Promise.all([
        run(start.base),
        patiently(
          () => call(simulation.levers, { body: { ...askedOf(start, start.answers), limit: 8 } }, { silent: true, signal }),
          signal,
        ),
      ])
      if (signal.aborted) return
      setBefore(first)
      setLevers(found.list)
    }
    load().catch((error: unknown) => {
      if (!signal.aborted) setFailure(failureText(error))
    })
    return () => away.abort()
  }, [run, start])
  useEffect(() => {
    const turn = ++latest.current
    setBusy(true)
    const timer = setTimeout(() => {
      run(answers).then(
        (found) => {
          if (turn !== latest.current) return
          setNow(found)
          setBusy(false)
          setFailure('')
        },
        (error: unknown) => {
          if (turn !== latest.current) return
          setBusy(false)
          setFailure(failureText(error))
        },
      )
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [run, answers])

  const change = (key: string, value: Answers[string] | undefined) =>
    setAnswers((old) => {
      const { [key]: _, ...rest } = old
      return value === undefined ? rest : { ...rest, [key]: value }
    })
  return { answers, change, reset: () => setAnswers(start.base), before, now, levers, busy, failure }
}

/** Keys on which two sets of answers differ. */
export const changedKeys = (a: Answers, b: Answers): string[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((key) => JSON.stringify(a[key] ?? null) !== JSON.stringify(b[key] ?? null))
